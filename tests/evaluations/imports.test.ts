/** Files of other tools as definitions, in their public formats. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseCsv, writeCsvRow } from "#lib/contract/csv.ts";
import { evaluationDefinition } from "#lib/contract/evaluation-definition.ts";
import { readImport } from "#lib/evaluations/formats/read-import.ts";
import { writePromptfoo } from "#lib/evaluations/formats/write-promptfoo.ts";

const fixture = (name: string) => readFileSync(new URL(`../fixtures/evaluations/${name}`, import.meta.url), "utf8");

describe("Promptfoo", () => {
  it("reads prompts × providers, tests and assertions, and names the rest", async () => {
    const { format, definition, ignored } = await readImport(fixture("promptfooconfig.yaml"));
    expect(format).toBe("promptfoo");
    expect(definition.name).toBe("Support answers");
    expect(definition.concurrency).toBe(4);
    expect(definition.columns.map(({ model, api, name }) => [model, api ?? "openai-chat", name])).toEqual([
      ["gpt-5", "openai-chat", "Answer in {{language}}: {{question}} · gpt-5"],
      ["claude-opus-5", "anthropic-messages", "Answer in {{language}}: {{question}} · Claude"],
      ["gpt-5-mini", "openai-responses", "Answer in {{language}}: {{question}} · gpt-5-mini"],
      ["gpt-5", "openai-chat", "With a system prompt · gpt-5"],
      ["claude-opus-5", "anthropic-messages", "With a system prompt · Claude"],
      ["gpt-5-mini", "openai-responses", "With a system prompt · gpt-5-mini"],
    ]);
    expect(definition.columns[0]).toMatchObject({ prompt: "Answer in {{language}}: {{question}}" });
    expect(definition.columns[4]).toMatchObject({
      messages: [
        { role: "system", content: "You are brief." },
        { role: "user", content: "{{question}}" },
      ],
      parameters: { temperature: 0.2, max_tokens: 500 },
    });
    expect(definition.columns[2]?.parameters).toEqual({ max_tokens: 200 });
    expect(definition.checks).toEqual([
      { type: "latency", max_ms: 20_000 },
      { type: "contains", value: "As an AI", negate: true },
    ]);
    expect(definition.rows).toEqual([
      {
        values: { language: "English", question: "How long do refunds take?" },
        checks: [
          { type: "contains", value: "days", ignore_case: true },
          { type: "judge", model: "gpt-5", rubric: "Names a number of days", name: "accuracy" },
        ],
      },
      ...["French", "German"].map((language) => ({
        values: { language, question: "Where is my parcel?" },
        checks: [
          { type: "regex", pattern: "colis|Paket" },
          { type: "similarity", value: "Votre colis est en route", model: "text-embedding-3-large", threshold: 0.7 },
          { type: "json_schema", schema: { type: "object" } },
          { type: "cost", max_usd: 0.01 },
          { type: "regex", pattern: "\\d{16}", negate: true },
        ],
      })),
    ]);
    expect(ignored).toEqual([
      "`outputPath`",
      "prompt file://prompts/long.txt",
      "`thinking` of a model",
      "provider python:provider.py",
      'assertion "javascript"',
    ]);
    evaluationDefinition.parse(definition);
  });

  it("reads again what it wrote", async () => {
    const { definition } = await readImport(fixture("promptfooconfig.yaml"));
    const config = writePromptfoo(
      { name: "Again", checks: [], ...definition, columns: definition.columns.slice(0, 3) },
      { origin: "http://127.0.0.1:3000" },
    );
    expect(config).toMatchObject({
      providers: [
        {
          id: "openai:chat:gpt-5",
          config: { apiBaseUrl: "http://127.0.0.1:3000/v1", apiKeyEnvar: "PARLANCE_API_KEY" },
        },
        { id: "anthropic:messages:claude-opus-5", config: { apiBaseUrl: "http://127.0.0.1:3000", temperature: 0.2 } },
        { id: "openai:responses:gpt-5-mini" },
      ],
    });
    const again = await readImport(JSON.stringify(config));
    expect(again.format).toBe("promptfoo");
    expect(again.ignored).toEqual([]);
    expect(again.definition.checks).toEqual(definition.checks);
    expect(again.definition.rows).toEqual(definition.rows.map((row) => JSON.parse(JSON.stringify(row))));
  });

  it.each([
    ["prompts: []\nproviders: [openai:gpt-5]", "it has no `prompts` with text"],
    ["prompts: [Hi]", "it has no `providers` that name a model"],
    ["prompts: [Hi\nproviders: x", "cannot be read as Promptfoo YAML"],
    ["- a\n- b", "it is no object"],
  ])("refuses %j", async (text, problem) => {
    await expect(readImport(text, "promptfoo")).rejects.toMatchObject({
      status: 400,
      code: "import_failed",
      param: "text",
      message: expect.stringContaining(problem),
    });
  });

  it("bounds aliases that stand for billions of values", async () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) => `a${level + 1}: &a${level + 1} [${`*a${level},`.repeat(10)}]`,
    );
    const bomb = `a0: &a0 [x]\n${levels.join("\n")}\nprompts: [Hi]`;
    await expect(readImport(bomb, "promptfoo")).rejects.toMatchObject({ status: 400 });
  });

  it("bounds the combinations of lists", async () => {
    const list = JSON.stringify(Array.from({ length: 200 }, (_, index) => `v${index}`));
    const text = `prompts: ["{{a}}{{b}}"]\nproviders: [m]\ntests: [{ vars: { a: ${list}, b: ${list} } }]`;
    await expect(readImport(text)).rejects.toMatchObject({ status: 413, code: "import_too_large" });
  });
});

describe("OpenAI Evals", () => {
  it("reads an eval with its runs and data", async () => {
    const { format, definition, ignored } = await readImport(fixture("openai-eval.json"));
    expect(format).toBe("openai_eval");
    expect(definition.name).toBe("Ticket routing");
    expect(definition.columns).toEqual([
      {
        ...{ name: "Baseline", model: "gpt-5", api: "openai-chat" },
        messages: [
          { role: "system", content: "Name the team." },
          { role: "user", content: "{{ item.ticket }}" },
        ],
        parameters: { temperature: 0, max_tokens: 50, seed: 42 },
      },
      {
        ...{ name: "Small", model: "gpt-5-mini", api: "openai-responses" },
        messages: [{ role: "user", content: "{{ item.ticket }}" }],
      },
    ]);
    expect(definition.rows).toEqual([
      { values: { "item.ticket": "My laptop is broken", "item.team": "Hardware" } },
      { values: { "item.ticket": "I cannot log in", "item.team": "Access", "item.tries": "3" } },
    ]);
    expect(definition.checks).toEqual([
      { type: "contains", value: "{{ item.team }}", ignore_case: true, name: "Same team" },
      {
        ...{ type: "similarity", value: "{{ item.team }}", model: "text-embedding-3-large" },
        ...{ threshold: 0.8, name: "Close" },
      },
      { type: "judge", model: "gpt-5", rubric: "Is this polite? the output above", threshold: 0.75, name: "Polite" },
      {
        ...{ type: "judge", model: "gpt-5-mini", name: "Tone" },
        rubric: "Label the tone of the output above\n\nChoose one of the labels calm, angry. It passes with calm.",
      },
    ]);
    expect(ignored).toEqual([
      "text similarity by fuzzy_match",
      "scores from 1 to 5 are asked for as 0 to 1",
      'grader python "Custom"',
    ]);
    evaluationDefinition.parse(definition);
  });

  it("reads lines of data, also those of the older framework", async () => {
    const lines = '{"item":{"q":"2+2","a":4}}\n{"item":{"q":"3+3","a":6}}\n';
    expect((await readImport(lines)).definition.rows).toEqual([
      { values: { "item.q": "2+2", "item.a": "4" } },
      { values: { "item.q": "3+3", "item.a": "6" } },
    ]);
    const older = '{"input":[{"role":"system","content":"Add."},{"role":"user","content":"2+2"}],"ideal":["4","four"]}';
    const read = await readImport(older);
    expect(read.format).toBe("openai_eval");
    expect(read.definition.rows).toEqual([{ values: { input: "Add.\n2+2", ideal: "4" } }]);
  });

  it("refuses an eval without data", async () => {
    const text = '{"object":"eval","name":"E","testing_criteria":[]}';
    await expect(readImport(text)).rejects.toMatchObject({ code: "import_failed" });
  });
});

describe("rows", () => {
  it("reads CSV with quotes, line breaks, and Promptfoo's columns", async () => {
    const text =
      '﻿question,__expected,__metric\r\n"Say ""hi"", please",icontains: hi,x\r\n"two\nlines",similar(0.9): no model,\r\n';
    const { format, definition, ignored } = await readImport(text);
    expect(format).toBe("csv");
    expect(definition.rows).toEqual([
      { values: { question: 'Say "hi", please' }, checks: [{ type: "contains", value: "hi", ignore_case: true }] },
      { values: { question: "two\nlines" } },
    ]);
    expect(ignored).toEqual(["column __metric", 'assertion "similar"']);
  });

  it("reads semicolons, tabs, JSONL and JSON", async () => {
    expect(parseCsv("a;b\n1,5;2")).toEqual([
      ["a", "b"],
      ["1,5", "2"],
    ]);
    expect(parseCsv("a\tb\n\n1\t2")).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
    const rows = [{ values: { a: "1", b: '{"c":true}' } }, { values: { a: "x", b: "" } }];
    expect((await readImport('{"a":1,"b":{"c":true}}\n{"a":"x","b":null}')).definition.rows).toEqual(rows);
    expect((await readImport('[{"a":1,"b":{"c":true}},{"a":"x","b":null}]')).definition.rows).toEqual(rows);
  });

  it("names the line that is no JSON", async () => {
    await expect(readImport('{"a":1}\n{"a":', "jsonl")).rejects.toMatchObject({
      message: "`text` cannot be read as JSONL: line 2 is not JSON.",
    });
  });

  it("writes cells that no spreadsheet runs", () => {
    expect(writeCsvRow(["=1+1", 'a"b', 3, null, "-x"])).toBe(`'=1+1,"a""b",3,,'-x\r\n`);
  });
});

it("the fixture is valid YAML", () => {
  expect(parse(fixture("promptfooconfig.yaml"))).toMatchObject({ outputPath: "results.json" });
});
