import { expect, test } from "vitest";
import { countToolRounds, MAXIMUM_ROUNDS } from "#lib/playground/conversation/auto-reply.ts";
import { readExpectedSchemas } from "#lib/playground/conversation/read-expected-schemas.ts";
import { GENERATE_CONTENT } from "#lib/playground/dialects/generate-content/dialect.ts";
import { MESSAGES } from "#lib/playground/dialects/messages/dialect.ts";
import { OPENAI_CHAT } from "#lib/playground/dialects/openai-chat.ts";
import { RESPONSES } from "#lib/playground/dialects/responses/dialect.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import type { ParameterValues } from "#lib/playground/parameters/parameter-definition.ts";
import { answerTurn, build, question, toolTurn } from "../text-fixtures.ts";

const named = (dialect: TextDialect, values: ParameterValues) => Object.keys(dialect.findConflicts?.(values) ?? {});

test.each([
  ["thinking and sampling", MESSAGES, { budget_tokens: 2048, temperature: 0.5, top_k: 4 }, ["temperature", "top_k"]],
  ["thinking and a forced call", MESSAGES, { thinking: "adaptive", tool_choice: "any" }, ["tool_choice"]],
  ["no thinking", MESSAGES, { thinking: "disabled", temperature: 0.5, tool_choice: "any" }, []],
  ["temperature and top P", RESPONSES, { temperature: 1, top_p: 0.9 }, ["top_p"]],
  [
    "reasoning and sampling",
    OPENAI_CHAT,
    { reasoning_effort: "low", temperature: 1, logprobs: true },
    ["temperature", "logprobs"],
  ],
  ["no reasoning", OPENAI_CHAT, { reasoning_effort: "none", temperature: 1 }, []],
])("names the conflicting pair, which can be sent: %s", (_case, dialect, values, names) => {
  expect(named(dialect, values as ParameterValues)).toEqual(names);
});

test("reports a text over the route's limit at its row", () => {
  const settings = { system: "", toolsText: "", parameters: { safety_identifier: "x".repeat(129) } };
  expect(OPENAI_CHAT.findProblems(settings).safety_identifier).toBe("Must be at most 128 characters.");
});

test.each([
  [OPENAI_CHAT, "response_format"],
  [RESPONSES, "format"],
  [MESSAGES, "format"],
  [GENERATE_CONTENT, "responseFormat"],
] as [TextDialect, string][])("checks a response of $page against its request's schema", async (dialect, name) => {
  const schema = { type: "object", properties: { city: { type: "string" } } };
  const format = { type: "json_schema" as const, name: "city", schemaText: JSON.stringify(schema) };
  const toolsText = dialect.tools?.example ?? "";
  const request = await build(dialect, [question("Go")], { parameters: { [name]: format }, toolsText });
  const asked = readExpectedSchemas(request, dialect);
  expect(asked?.schema).toEqual(schema);
  expect(asked?.tools?.get_weather).toMatchObject({ required: ["city"] });
  expect(readExpectedSchemas(await build(dialect, [question("Go")]), dialect)).toBeUndefined();
});

test("checks Google's schema with upper-case types", () => {
  const body = { generationConfig: { responseSchema: { type: "OBJECT", properties: { n: { type: "INTEGER" } } } } };
  expect(readExpectedSchemas({ path: "", body }, GENERATE_CONTENT)?.schema).toEqual({
    type: "object",
    properties: { n: { type: "integer" } },
  });
});

test("counts tool rounds from the last user message", () => {
  const answer = answerTurn({ choices: [] });
  const round = [answer, toolTurn([])];
  expect(countToolRounds([question("a"), ...round, ...round, answer])).toBe(2);
  expect(countToolRounds([question("a"), ...round, question("b"), ...round])).toBe(1);
  expect(MAXIMUM_ROUNDS).toBeGreaterThan(1);
});
