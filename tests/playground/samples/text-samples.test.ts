/** The code samples of the text pages, run as they are pasted, against a gateway of their own. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GENERATE_CONTENT } from "#lib/playground/dialects/generate-content/dialect.ts";
import { MESSAGES } from "#lib/playground/dialects/messages/dialect.ts";
import { OPENAI_CHAT } from "#lib/playground/dialects/openai-chat.ts";
import { RESPONSES } from "#lib/playground/dialects/responses/dialect.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import type { ParameterValues } from "#lib/playground/parameters/parameter-definition.ts";
import { pythonLiteral, type SampleLanguage } from "#lib/playground/samples/sample-text.ts";
import { writeTextSample } from "#lib/playground/samples/text-samples.ts";
import { TEXT_SDKS } from "#lib/playground/samples/text-sdks.ts";
import { ADMIN_KEY, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { build, question } from "../text-fixtures.ts";

const run = promisify(execFile);
const PROMPT = `It's "quoted", \\ and\nbroken 日本`;
/** Tools that must not be called, so that the response is the prompt. */
const UNCALLED: Record<string, ParameterValues> = {
  chat: { tool_choice: "none" },
  responses: { tool_choice: "none" },
  messages: { tool_choice: "none" },
  "generate-content": { mode: "NONE", thinkingLevel: "low", responseFormat: { type: "text" } },
};
const DIALECTS: TextDialect[] = [OPENAI_CHAT, RESPONSES, MESSAGES, GENERATE_CONTENT];

let gateway: TestGateway;
let folder: string;
beforeAll(async () => {
  gateway = await startGateway({ mount: "node" });
  folder = mkdtempSync(join(tmpdir(), "parlance-text-samples-"));
  symlinkSync(join(import.meta.dirname, "../../../node_modules"), join(folder, "node_modules"));
});
afterAll(async () => {
  await gateway?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function readSampleRequest(dialect: TextDialect, language: SampleLanguage): Promise<string> {
  const request = await build(dialect, [question(PROMPT)], {
    system: "Say it again.",
    parameters: { temperature: 0.5, ...UNCALLED[dialect.page] },
    toolsText: dialect.tools?.example ?? "",
    model: "sandbox/echo",
  });
  return writeTextSample(language, { request, page: dialect.page, origin: gateway.url });
}

const runIn = (command: string, words: string[]) =>
  run(command, words, { cwd: folder, env: { ...process.env, PARLANCE_API_KEY: ADMIN_KEY } });

describe("the samples of Interactions", () => {
  const request = {
    path: "/v1beta/interactions",
    body: { model: "sandbox/echo", input: PROMPT, stream: true, generation_config: { temperature: 0.5 } },
  };

  test("print the response by the official JavaScript SDK", async () => {
    const file = join(folder, "interactions.mjs");
    writeFileSync(file, writeTextSample("javascript", { request, page: "interactions", origin: gateway.url }));
    expect((await runIn(process.execPath, [file])).stdout).toContain(PROMPT);
  });

  test("give the Python SDK the body's fields by name", () => {
    const sample = writeTextSample("python", { request, page: "interactions", origin: gateway.url });
    expect(sample).toContain("stream = client.interactions.create(");
    expect(sample).toContain('    model="sandbox/echo",');
    expect(sample).toContain("    stream=True,");
  });
});

describe.each(DIALECTS)("the samples of $page", (dialect) => {
  test("print the response by the official JavaScript SDK", async () => {
    const file = join(folder, `${dialect.page}.mjs`);
    writeFileSync(file, await readSampleRequest(dialect, "javascript"));
    expect((await runIn(process.execPath, [file])).stdout).toContain(PROMPT);
  });

  test("print the whole stream by curl", async () => {
    const { stdout } = await runIn("sh", ["-c", await readSampleRequest(dialect, "curl")]);
    expect(stdout).toMatch(/\[DONE\]|response\.completed|message_stop|"finishReason":\s*"STOP"/);
  });

  test("compiles as Python, when Python is installed", async (context) => {
    const code = await readSampleRequest(dialect, "python");
    try {
      await run("python3", ["-c", "import ast,sys\nast.parse(sys.argv[1])", code]);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") context.skip("no python3 here");
      throw error;
    }
    expect(code).toMatch(/stream=True|generate_content_stream/);
  });
});

test("writes Python's True, False and None", () => {
  expect(pythonLiteral({ a: [true, null], b: {} }, 4)).toBe(
    '{\n        "a": [\n            True,\n            None,\n        ],\n        "b": {},\n    }',
  );
});

test("converts Google's fields to snake_case, but not the caller's names", async () => {
  const parameters = { type: "OBJECT", properties: { cityName: { type: "STRING", maxLength: 3 } } };
  const request = await build(GENERATE_CONTENT, [question("Go")], {
    parameters: { topK: 4, responseFormat: { type: "json_schema", schemaText: '{"properties":{"cityName":{}}}' } },
    toolsText: JSON.stringify([{ functionDeclarations: [{ name: "f", parameters }] }]),
  });
  const written = TEXT_SDKS["generate-content"].writeArguments?.(request, "python");
  expect(written).toEqual({
    model: "sandbox/guide",
    contents: [{ role: "user", parts: [{ text: "Go" }] }],
    config: {
      top_k: 4,
      response_mime_type: "application/json",
      response_json_schema: { properties: { cityName: {} } },
      tools: [
        {
          function_declarations: [
            { name: "f", parameters: { type: "OBJECT", properties: { cityName: { type: "STRING", max_length: 3 } } } },
          ],
        },
      ],
    },
  });
});
