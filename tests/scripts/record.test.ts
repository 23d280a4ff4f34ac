/** `parlance record`: cassettes from the log and from a call, without secrets, which a gateway then plays offline. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { RequestRecord } from "#lib/contract/request-record.ts";
import { chatFrames } from "../support/chat-fixtures.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";

const KEY = "upstream-key-of-the-call-0123456789";
const folder = mkdtempSync(join(tmpdir(), "parlance-record-"));
const frames = chatFrames({ text: `one two ${KEY} three` });

let stub: StubUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  stub = await startStubUpstream(streamReply({ chunks: frames, delayMs: 10 }));
  gateway = await startGateway({
    mount: "node",
    config: { requestLog: { bodies: "all" }, upstreams: { tapes: { type: "cassettes", folder } } },
  });
});
afterAll(async () => {
  await gateway?.close();
  await stub?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(args: string[], environment: Record<string, string> = {}) {
  const env = { ...process.env, DATA_DIR: gateway.dataDir, ...environment };
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/record.ts", ...args], {
    env,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { status, output };
}

const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8")) as RequestRecord;

async function play(model: string): Promise<string> {
  const messages = [{ role: "user", content: "Hello" }];
  const response = await gateway.chat({ model, stream: true, messages });
  return response.text();
}

it("writes a request of the log, which plays as it did", async () => {
  const headers = { ...AUTHORIZED, "x-request-id": "logged-1" };
  const messages = [{ role: "user", content: "Hello" }];
  const first = await (await gateway.chat({ model: "sandbox/echo", stream: true, messages }, { headers })).text();
  await vi.waitFor(
    async () => {
      const response = await fetch(`${gateway.url}/api/requests/logged-1`, { headers: AUTHORIZED });
      expect(await response.json()).toMatchObject({ recorded: true });
    },
    { timeout: 20_000, interval: 100 },
  );
  const path = join(folder, "logged.json");
  expect(await run(["logged-1", path])).toEqual({ status: 0, output: `${path}\n` });
  expect(read("logged.json")).toMatchObject({ id: "logged-1", dialect: "openai-chat", stream: true });
  expect(await play("tapes/logged?speed=max")).toBe(first);
  expect((await run(["logged-1", path])).output).toContain("--force replaces it");
  expect((await run(["logged-1", path, "--force"])).status).toBe(0);
}, 60_000);

it("records a call, without its key", async () => {
  const body = join(folder, "request.txt");
  writeFileSync(body, JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: "Hello" }] }));
  const path = join(folder, "called.json");
  const args = [`${stub.url}/chat/completions`, path, "--body", body, "--key-env", "CALL_KEY"];
  expect(await run(args, { CALL_KEY: KEY })).toEqual({ status: 0, output: `${path}\n` });
  const cassette = read("called.json");
  expect(cassette).toMatchObject({ dialect: "openai-chat", model: "m", stream: true, response: { status: 200 } });
  expect(JSON.stringify(cassette)).not.toContain(KEY);
  expect(stub.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(await play("tapes/called?speed=max")).toBe(frames.join("").replace(KEY, "[redacted]"));
}, 60_000);

it.each([
  [["gone-1"], 1, "the log has no bodies of gone-1"],
  [[], 2, "a request's id or a URL"],
  [["id", "--body", "x"], 2, "are for a URL"],
  [["https://localhost/v1/files", "--body", "x"], 2, "is no route of a text model"],
  [["https://localhost/v1/messages"], 2, "needs a --body"],
])(
  "refuses %j",
  async (args, status, reason) => {
    const result = await run(args);
    expect(result.status).toBe(status);
    expect(result.output).toContain(reason);
  },
  60_000,
);
