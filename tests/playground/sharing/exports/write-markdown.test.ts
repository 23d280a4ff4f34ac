import { expect, test } from "vitest";
import { emptyChoice } from "#lib/playground/conversation/model-response.ts";
import { makeFileName } from "#lib/playground/sharing/exports/file-name.ts";
import { writeMarkdown, writeMessageMarkdown } from "#lib/playground/sharing/exports/write-markdown.ts";
import { answerTurn, fileOf, question, toolTurn } from "#tests/playground/text-fixtures.ts";

const choice = {
  ...emptyChoice(),
  text: "It is **mild**.",
  reasoning: "First the tool.",
  toolCalls: [{ id: "call_1", name: "get_weather", kind: "function" as const, arguments: '{"city":"Oslo"}' }],
  citations: [{ title: "Forecast", url: "https://example.com/oslo" }],
};

const write = (turns: Parameters<typeof writeMarkdown>[0]["turns"], system = "") =>
  writeMarkdown({ title: "Weather", system, systemLabel: "System prompt", turns });

test("keeps text as Markdown, and folds reasoning, calls and results", () => {
  const text = write(
    [
      question("How is Oslo?", [fileOf("map.png", "image/png")]),
      answerTurn(
        { choices: [choice], usage: { inputTokens: 1200, outputTokens: 9 } },
        { timings: { firstToken: 412 } },
      ),
      toolTurn([{ callId: "call_1", name: "get_weather", content: '{"temperature": 9}' }]),
    ],
    "Be brief.",
  );
  expect(text).toMatch(/^# Weather\n/);
  expect(text).toContain("<summary>System prompt</summary>\n\nBe brief.\n\n</details>");
  expect(text).toContain("## User\n\n*map.png* (image/png)\n\nHow is Oslo?");
  expect(text).toContain("<details>\n<summary>Reasoning</summary>\n\nFirst the tool.\n\n</details>\n\nIt is **mild**.");
  expect(text).toContain('<summary>Call of get_weather</summary>\n\n```json\n{"city":"Oslo"}\n```');
  expect(text).toContain('<summary>Result of get_weather</summary>\n\n```json\n{"temperature": 9}\n```');
  expect(text).toContain("- [Forecast](https://example.com/oslo)");
  expect(text).toContain("sandbox/guide · first token 412 ms · 1,200 in · 9 out");
});

test("escapes tool names and results inside a fold", () => {
  const results = [{ callId: "1", name: "</summary><b>", content: "```\nfenced\n````" }];
  const text = write([toolTurn(results)]);
  expect(text).toContain("<summary>Result of &lt;/summary&gt;&lt;b&gt;</summary>");
  expect(text).toContain("`````json\n```\nfenced\n````\n`````");
});

test("reports a failed response", () => {
  const failure = { origin: "response" as const, status: 429, message: "Too many requests." };
  expect(write([answerTurn({ choices: [] }, { state: "failed", failure })])).toContain(
    "**Failed:** Too many requests.",
  );
});

test("removes characters that file systems refuse from file names", () => {
  expect(makeFileName('What is "a/b: c"? Ünïcode…', "md")).toBe("what-is-a-b-c-ünïcode.md");
  expect(makeFileName("???", "json")).toBe("conversation.json");
});

test("exports one message as text only", () => {
  expect(writeMessageMarkdown(question("How is Oslo?", [fileOf("map.png", "image/png")]))).toBe(
    "*map.png* (image/png)\n\nHow is Oslo?",
  );
  const answered = writeMessageMarkdown(answerTurn({ choices: [{ ...emptyChoice(), text: "## Mild\n\nIt is." }] }));
  expect(answered).toBe("## Mild\n\nIt is.");
});
