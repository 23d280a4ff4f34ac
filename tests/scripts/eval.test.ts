/** `parlance eval run` against a gateway: exit status, output, files beside a config, and refusals. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_KEY, startGateway, type TestGateway } from "../support/gateway.ts";

const script = fileURLToPath(new URL("../../scripts/eval.ts", import.meta.url));
let gateway: TestGateway;
let folder: string;
beforeAll(async () => {
  gateway = await startGateway({ mount: "node" });
  folder = mkdtempSync(join(tmpdir(), "parlance-eval-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await gateway?.close();
});

function write(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function run(args: string[], environment: Record<string, string> = { PARLANCE_API_KEY: ADMIN_KEY }) {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...args], {
    env: { NODE_ENV: "test", PATH: process.env.PATH, PARLANCE_URL: gateway.url, ...environment },
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await exited, stdout, stderr };
}

const config = (expected: string) => `description: In CI
prompts: [file://prompt.txt]
providers: ["openai:chat:sandbox/echo"]
tests: file://tests.csv
defaultTest:
  assert: [{ type: contains, value: "${expected}" }]
`;

describe("parlance eval run", { timeout: 40_000 }, () => {
  it("ends with 0 when all cells pass, and writes the results", async () => {
    write("prompt.txt", "Say {{word}} and END.");
    write("tests.csv", "word,__expected\nhello,icontains: HELLO\nbye,contains: bye\n");
    const output = join(folder, "results.json");
    const { status, stdout, stderr } = await run(["run", write("pass.yaml", config("END")), "--output", output]);
    expect([status, stderr.includes("eval:")], stderr).toEqual([0, false]);
    expect(stdout).toContain("2 cells, $0.0000 at most");
    expect(stdout).toMatch(/sandbox\/echo: 100\.0 % of 2 passed \(95 %: 34\.2 % to 100\.0 %\), 0 errors/);
    expect(JSON.parse(readFileSync(output, "utf8"))).toMatchObject({ name: "In CI", results: [{ passed: true }, {}] });
  });

  it("ends with 1 when too few pass, and prints which", async () => {
    const file = write("fail.yaml", config("hello"));
    const { status, stdout, stderr } = await run(["run", file, "--quiet"]);
    expect(status).toBe(1);
    expect(stdout).toContain('row 2, sandbox/echo: contains "hello"');
    expect(stderr).toContain("eval: sandbox/echo passed 50.0 %, less than 100.0 %");
    expect((await run(["run", file, "--quiet", "--min-pass-rate", "0.5"])).status).toBe(0);
  });

  it("runs a definition in JSON", async () => {
    const columns = [{ model: "sandbox/echo", prompt: "{{a}}" }];
    const definition = { name: "J", columns, rows: [{ values: { a: "1" } }], checks: [{ type: "equals", value: "2" }] };
    const { status } = await run(["run", write("definition.json", JSON.stringify(definition)), "--quiet"]);
    expect(status).toBe(1);
  });

  it.each<[string, string[], number, string]>([
    ["no file", ["run"], 2, "it needs `run` and a file"],
    ["an unknown option", ["run", "x.yaml", "--fast"], 2, "--fast"],
    ["a wrong rate", ["run", "x.yaml", "--min-pass-rate", "90"], 2, "--min-pass-rate must be a number from 0 to 1"],
    ["a missing file", ["run", "/nowhere/x.yaml"], 1, "/nowhere/x.yaml does not exist"],
  ])("refuses %s", async (_title, args, expected, message) => {
    const { status, stderr } = await run(args);
    expect([status, stderr]).toEqual([expected, expect.stringContaining(message)]);
  });

  it("names a missing key, a wrong one, and a definition that the gateway refuses", async () => {
    const file = write("none.json", '{"name":"N","columns":[],"rows":[]}');
    expect((await run(["run", file], {})).stderr).toContain("set PARLANCE_API_KEY to a key of the gateway");
    expect((await run(["run", file])).stderr).toContain("`columns` must contain at least one item");
    const good = write(
      "good.json",
      '{"name":"G","columns":[{"model":"nobody/x","prompt":"a"}],"rows":[{"values":{}}]}',
    );
    expect((await run(["run", good])).stderr).toContain('No provider "nobody" is connected');
    const wrong = await run(["run", good], { PARLANCE_API_KEY: "pk_wrong" });
    expect([wrong.status, wrong.stderr.includes("pk_wrong")]).toEqual([1, false]);
  });
});
