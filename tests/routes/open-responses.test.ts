/**
 * The public compliance suite of Open Responses, where a copy of it lies beside the project. Its laws are also in
 * response-sockets.test.ts, compaction.test.ts and tests/sdk/openai-responses.test.ts.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ADMIN_KEY, startGateway, type TestGateway } from "../support/gateway.ts";

type Result = { id: string; status: string; errors?: string[] };
type Suite = {
  testTemplates: { id: string }[];
  runAllTests(config: Record<string, unknown>, onProgress: (result: Result) => void): Promise<Result[]>;
};

const SUITE = fileURLToPath(new URL("../../../shared/openresponses/src/lib/compliance-tests.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "open-responses-"));
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({ mount: "node", config: { responses: { flatOutput: false } } });
});
afterAll(async () => {
  await gateway?.close();
  rmSync(folder, { recursive: true, force: true });
});

it("passes the compliance suite of Open Responses", { timeout: 60_000 }, async (context) => {
  if (!existsSync(SUITE)) return context.skip("no copy of the suite at ../shared/openresponses");
  await build({
    configFile: false,
    logLevel: "error",
    // The suite is written for zod 3, which zod 4 contains.
    resolve: { alias: { zod: fileURLToPath(import.meta.resolve("zod/v3")) } },
    ssr: { noExternal: true },
    build: { ssr: SUITE, outDir: folder, rolldownOptions: { output: { entryFileNames: "suite.mjs" } } },
  });
  const suite = (await import(/* @vite-ignore */ join(folder, "suite.mjs"))) as Suite;
  const config = { baseUrl: `${gateway.url}/v1`, apiKey: ADMIN_KEY, authHeaderName: "Authorization" };
  const run = { ...config, useBearerPrefix: true, model: "sandbox/guide", runtime: "server" };
  const results = await suite.runAllTests(run, () => {});
  expect(results).toHaveLength(suite.testTemplates.length);
  expect(results.length).toBeGreaterThanOrEqual(17);
  expect(results.filter(({ status }) => status !== "passed").map(({ id, errors }) => ({ id, errors }))).toEqual([]);
});
