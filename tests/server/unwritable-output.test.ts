/** Output that cannot be written any more: nobody reads the log, or its disk is full. The gateway serves on. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { freePort } from "#tests/support/free-port.ts";
import { ADMIN_KEY, AUTHORIZED } from "../support/gateway.ts";

vi.setConfig({ testTimeout: 120_000 });

const START = fileURLToPath(new URL("../../scripts/start.ts", import.meta.url));
const SOON = { timeout: 60_000, interval: 50 };
/** Linux has a file each write to which fails as on a full disk. Elsewhere a file that is open for reading alone fails, too. */
const FULL_DISK = "/dev/full";

function openUnwritable(): number {
  const file = existsSync(FULL_DISK) ? openSync(FULL_DISK, "w") : openSync(START, "r");
  onTestFinished(() => closeSync(file));
  return file;
}

/** @param output of the gateway: a pipe, or an open file */
async function startGateway(output: "pipe" | number) {
  const folder = mkdtempSync(join(tmpdir(), "parlance-output-"));
  const port = await freePort();
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const child = spawn(process.execPath, [START], {
    cwd: folder,
    stdio: ["ignore", output, output],
    env: {
      ...{ PATH, NODE_COMPILE_CACHE, NODE_ENV: "test", PORT: String(port), PARLANCE_PAGES: "off" },
      ...{ PARLANCE_ADMIN_KEY: ADMIN_KEY, DATA_DIR: join(folder, "data") },
    },
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, SOON).toBe(true);
  return { child, url };
}

/** A refused request is a line in the log. */
async function callWithoutModel(url: string): Promise<number> {
  const body = JSON.stringify({ model: "nobody/nothing", messages: [{ role: "user", content: "Hello" }] });
  return (await fetch(`${url}/v1/chat/completions`, { method: "POST", headers: AUTHORIZED, body })).status;
}

async function expectServing({ child, url }: Awaited<ReturnType<typeof startGateway>>): Promise<void> {
  for (let call = 0; call < 3; call++) expect(await callWithoutModel(url)).toBe(404);
  expect(child.exitCode).toBeNull();
  child.kill("SIGTERM");
  expect((await once(child, "exit"))[0]).toBe(0);
}

test("serves on when nobody reads its log any more, and ends as it is told to", async () => {
  const gateway = await startGateway("pipe");
  gateway.child.stdout?.destroy();
  gateway.child.stderr?.destroy();
  await expectServing(gateway);
});

test("serves on when the disk of its log is full", async () => {
  await expectServing(await startGateway(openUnwritable()));
});
