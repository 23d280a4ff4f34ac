/** `parlance doctor` as it is typed: its questions, its reports, its exit status, and Ctrl-C. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { DoctorReport } from "#lib/contract/doctor.ts";
import { chatReply } from "../support/chat-fixtures.ts";
import { answerChat, jsonReply, neverAnswer, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const KEY = "key-of-the-patient-0123456789";
const folder = mkdtempSync(join(tmpdir(), "parlance-doctor-"));

let stub: StubUpstream;
beforeAll(async () => {
  stub = await startStubUpstream();
});
beforeEach(() => stub.reset());
afterAll(async () => {
  await stub?.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(args: string[], environment: Record<string, string> = {}) {
  const child: ChildProcess = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "scripts/doctor.ts", ...args],
    { env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const run = { child, output: "", status: new Promise<number | null>((resolve) => child.on("close", resolve)) };
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (run.output += chunk));
  return run;
}

it("prints each check and the wire of failures, saves both reports, and exits with 1 when one failed", async () => {
  const [json, markdown] = [join(folder, "report.json"), join(folder, "report.md")];
  const args = [stub.url, "--key-env", "PATIENT_KEY", "--format", "openai-chat", "--yes"];
  const run = start([...args, "--json", json, "--markdown", markdown], { PATIENT_KEY: KEY });
  expect(await run.status).toBe(1);
  expect(run.output).toMatch(
    /^26 requests to http:\S+, model stub-model: about [\d,]+ input and at most [\d,]+ output/,
  );
  expect(run.output).toMatch(/^ {2}✓ Text {2}\d+ ms$/m);
  expect(run.output).toMatch(/^ {2}✗ Tool call {2}failed: The response has 0 tool calls; expected 1 or more\.$/m);
  expect(run.output).toMatch(/^ {6}\| POST http:\S+\/chat\/completions$/m);
  expect(run.output).toContain('"apiKeyEnv": "PATIENT_KEY"');
  expect(run.output).toMatch(/doctor: \d+ failed/);
  const report = JSON.parse(readFileSync(json, "utf8")) as DoctorReport;
  expect(report).toMatchObject({ object: "doctor_report", version: 1, ok: false, plan: { requests: 26 } });
  const page = readFileSync(markdown, "utf8");
  expect(page).toMatch(/^\| Text \| ✓ \|$/m);
  expect(page).toContain("### Chat Completions: Tool call");
  for (const text of [run.output, JSON.stringify(report), page]) expect(text).not.toContain(KEY);
}, 60_000);

it("starts nothing unless it is told to", async () => {
  const run = start([stub.url]);
  expect(await run.status).toBe(2);
  expect(run.output).toContain("add --yes to start");
  expect(stub.requests.filter(({ method }) => method === "POST")).toEqual([]);
}, 30_000);

it("ends at Ctrl-C with what ran", async () => {
  stub.respondWith((request, response) => {
    const isStream = request.method === "POST" && JSON.parse(request.body.toString()).stream === true;
    return (isStream ? neverAnswer() : request.method === "POST" ? jsonReply(chatReply({ text: "21" })) : answerChat)(
      request,
      response,
    );
  });
  const run = start([stub.url, "--format", "openai-chat", "--yes"]);
  await vi.waitFor(() => expect(stub.requests.length).toBeGreaterThan(2), { timeout: 20_000, interval: 20 });
  run.child.kill("SIGINT");
  expect(await run.status).toBe(1);
  expect(run.output).toContain("✓ Text");
  expect(run.output).toMatch(/· \d+ checks not run: The run was cancelled\./);
  expect(run.output).toMatch(/\d+ passed, 0 failed, \d+ not offered, \d+ not run/);
}, 60_000);

it.each([
  [[], "it needs one base URL"],
  [["http://a", "http://b"], "it needs one base URL"],
  [["ftp://a"], "the base URL must be an http or https URL"],
  [["http://user:secret@a"], "without user and password"],
  [["http://a", "--format", "soap"], "--format must be one of openai-chat"],
  [["http://a", "--key", "k", "--key-env", "K"], "either --key or --key-env"],
  [["http://a", "--key-env", "NOT_SET_HERE"], "NOT_SET_HERE is not set"],
  [["http://a", "--timeout", "0"], "--timeout must be a whole number from 1 to 3600"],
  [["http://a", "--header", "nonsense"], '--header needs "name: value"'],
  [["http://a", "--frob"], "Unknown option '--frob'"],
])(
  "refuses %j with status 2",
  async (args, reason) => {
    const run = start(args);
    expect(await run.status).toBe(2);
    expect(run.output).toContain(reason);
    expect(run.output).not.toContain("secret");
  },
  30_000,
);
