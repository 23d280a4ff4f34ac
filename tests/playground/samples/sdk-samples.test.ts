/** Runs the home page's samples as they are pasted, against a gateway of their own. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { colourCode } from "#app/(playground)/_model/colour-code.ts";
import { SDKS } from "#lib/playground/samples/sdk-samples.ts";
import { ADMIN_KEY, startGateway, type TestGateway } from "#tests/support/gateway.ts";

const run = promisify(execFile);

let gateway: TestGateway;
let folder: string;
beforeAll(async () => {
  gateway = await startGateway({ mount: "node" });
  folder = mkdtempSync(join(tmpdir(), "parlance-home-samples-"));
  symlinkSync(join(import.meta.dirname, "../../../node_modules"), join(folder, "node_modules"));
});
afterAll(async () => {
  await gateway?.close();
  rmSync(folder, { recursive: true, force: true });
});

const runIn = (command: string, words: string[]) =>
  run(command, words, { cwd: folder, env: { ...process.env, PARLANCE_API_KEY: ADMIN_KEY } });

describe.each(SDKS)("the home page's samples for $name", ({ id, write, exportVariables }) => {
  test("prints a response by JavaScript", async () => {
    const file = join(folder, `${id}.mjs`);
    writeFileSync(file, write.javascript(gateway.url));
    expect((await runIn(process.execPath, [file])).stdout).toContain("Parlance");
  });

  test("prints a response by curl", async () => {
    const { stdout } = await runIn("sh", ["-c", write.curl(gateway.url)]);
    expect(JSON.parse(stdout)).not.toHaveProperty("error");
    expect(stdout).toContain("gateway");
  });

  test("configures a client without arguments by its variables", async () => {
    const file = join(folder, `${id}-variables.mjs`);
    const bare = write.javascript(gateway.url).replace(/\(\{[^{}]*(?:\{[^}]*\}[^{}]*)?\}\);/, "({});");
    expect(bare).not.toContain(gateway.url);
    expect(bare).not.toContain("PARLANCE_API_KEY");
    writeFileSync(file, bare);
    const command = `${exportVariables(gateway.url, ADMIN_KEY)} && "${process.execPath}" "${file}"`;
    expect((await run("sh", ["-c", command], { cwd: folder })).stdout).toContain("Parlance");
  });

  test("compiles as Python, when Python is installed", async (context) => {
    const found = await run("python3", ["--version"]).then(
      () => true,
      () => false,
    );
    if (!found) context.skip("no Python here");
    const file = join(folder, `${id}.py`);
    writeFileSync(file, write.python(gateway.url));
    await runIn("python3", ["-m", "py_compile", file]);
  });

  test("keeps every character when colouring", () => {
    for (const code of Object.values(write)) {
      const pieces = colourCode(code("http://127.0.0.1:3000"));
      expect(pieces.map(({ text }) => text).join("")).toBe(code("http://127.0.0.1:3000"));
      expect(pieces.some(({ kind }) => kind === "string")).toBe(true);
    }
  });
});
