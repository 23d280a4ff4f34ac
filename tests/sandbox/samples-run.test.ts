/** Every JavaScript and curl sample of the documentation, run as it is pasted, against a gateway of its own. */
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_KEY, startGateway, type TestGateway } from "../support/gateway.ts";
import { type RunningMcpServer, startMcpServer } from "../support/mcp-server.ts";
import { rendererOfSize } from "../support/small-renderer.ts";
import { samplesIn } from "./samples.ts";

const run = promisify(execFile);
const scratch = mkdtempSync(join(tmpdir(), "parlance-samples-"));
let gateway: TestGateway;
let mcp: RunningMcpServer;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  mcp = await startMcpServer();
  gateway = await startGateway({
    mount: "node",
    config: {
      mcp: {
        servers: { docs: { url: mcp.url, internal: true } },
        connect: { hosts: [new URL(mcp.url).host], internal: true },
      },
      conversations: { store: true },
    },
    renderVideo: rendererOfSize({ width: 96, height: 160 }),
  });
  environment = { ...process.env, PARLANCE_KEY: ADMIN_KEY, CURL_HOME: scratch };
  await sharp({ create: { width: 8, height: 8, channels: 3, background: "#336699" } })
    .png()
    .toFile(join(scratch, "photo.png"));
  await sharp({ create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toFile(join(scratch, "mask.png"));
  // Samples run side by side: one that reads speech does not wait for the one that makes it.
  const call = (method: string, path: string, body: object) =>
    fetch(`${gateway.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const speech = await call("POST", "/v1/audio/speech", {
    ...{ model: "sandbox/speech-model-a", voice: "alloy", input: "Hello.", response_format: "wav" },
  });
  writeFileSync(join(scratch, "speech.wav"), Buffer.from(await speech.arrayBuffer()));
  const prompt = await call("POST", "/api/prompts", {
    name: "guide/sights",
    definition: { model: "sandbox/guide", messages: [{ role: "user", content: "Name the sights of {{city}}." }] },
  });
  const { id } = (await prompt.json()) as { id: string };
  await call("PUT", `/api/prompts/${id}/labels/production`, { version: 1 });
  writeFileSync(join(scratch, "promptfooconfig.yaml"), "prompts:\n  - Name the capital of {{country}}.\n");
  mkdirSync(join(scratch, ".data"));
  writeFileSync(join(scratch, ".data/admin-key"), ADMIN_KEY);
  writeFileSync(join(scratch, ".curlrc"), 'silent\nshow-error\nwrite-out = "\\nSTATUS %{http_code}\\n"\n');
  symlinkSync(join(import.meta.dirname, "../../node_modules"), join(scratch, "node_modules"));
});
afterAll(async () => {
  await gateway?.close();
  await mcp?.close();
  rmSync(scratch, { recursive: true, force: true });
});

describe("samples run as pasted", () => {
  // Less than the gateway waits on idle connections: a sample whose process hangs on one fails.
  const timeout = 45_000;
  for (const { where, code } of samplesIn("javascript")) {
    it.concurrent(where, { timeout }, async () => {
      const path = join(scratch, `${where.replaceAll(/[^a-z0-9]+/gi, "-")}.mjs`);
      writeFileSync(path, pointedAtGateway(code));
      const { stdout } = await run(process.execPath, [path], { cwd: scratch, env: environment });
      expect(stdout.trim()).not.toBe("");
    });
  }

  const hasCurl = spawnSync("curl", ["--version"]).status === 0;
  const hasJq = spawnSync("jq", ["--version"]).status === 0;
  // A replay needs a request of the reader's own log.
  const calls = [...samplesIn("bash"), ...samplesIn("sh")].filter(
    ({ code }) => code.startsWith("curl ") && !code.includes("replay/") && (hasJq || !code.includes("jq ")),
  );
  const itWithCurl = hasCurl ? it.concurrent : it.skip;
  itWithCurl.each(calls)("$where", { timeout }, async ({ code }) => {
    const { stdout } = await run("bash", ["-c", pointedAtGateway(code)], { cwd: scratch, env: environment });
    const wanted = /sandbox\/fault-(\d+)/.exec(code)?.[1] ?? (creates(code) ? "201" : "200");
    const statuses = [...stdout.matchAll(/^STATUS (\d+)$/gm)].map(([, status]) => status);
    expect(statuses.length, stdout).toBeGreaterThan(0);
    expect(new Set(statuses), stdout).toEqual(new Set([wanted]));
  });
});

function creates(code: string): boolean {
  return /\/api\/(?:keys|providers|evaluations|conversations)/.test(code) && code.includes(" -d ");
}

function pointedAtGateway(code: string): string {
  return code
    .replaceAll(/http:\/\/(127\.0\.0\.1|localhost):3000/g, gateway.url)
    .replaceAll(encodeURIComponent("https://mcp.example.com/mcp"), encodeURIComponent(mcp.url));
}
