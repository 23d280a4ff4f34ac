/** The draft of a prompt: what its fields hold comes back whole. */
import { describe, expect, it } from "vitest";
import { findDraftProblems, toDefinition, toDraft } from "#app/(playground)/prompts/_model/prompt-draft.ts";
import { promptDefinitionSchema } from "#lib/contract/stored-prompt.ts";

const tool = { type: "function", name: "find", parameters: { type: "object", properties: {} } };
const schema = { type: "object", properties: { city: { type: "string" } } };

const read = (definition: object) =>
  promptDefinitionSchema.parse({ messages: [{ role: "user", content: "Hello" }], ...definition });

describe("the draft of a prompt", () => {
  it.each([
    ["nothing more", {}],
    ["tools and how they are chosen", { tools: [tool], tool_choice: "required", parallel_tool_calls: false }],
    ["a hosted tool", { tools: [{ type: "web_search", filters: { allowed_domains: ["example.com"] } }] }],
    [
      "a schema with its description",
      { text: { format: { type: "json_schema", name: "a", description: "b", schema } } },
    ],
    [
      "a strict schema beside the verbosity",
      {
        text: { verbosity: "low", format: { type: "json_schema", name: "a", schema, strict: true } },
      },
    ],
    ["any JSON", { text: { format: { type: "json_object" } } }],
    ["the verbosity alone", { text: { verbosity: "high" } }],
    ["reasoning", { reasoning: { effort: "low", summary: "auto" } }],
  ])("returns %s", (_, fields) => {
    const definition = read(fields);
    expect(read(toDefinition(toDraft(definition)))).toEqual(definition);
  });

  it("names the field that cannot be read", () => {
    const draft = toDraft(read({}));
    expect(findDraftProblems(draft)).toEqual({});
    expect(() => toDefinition({ ...draft, tools: "{" })).toThrow(/^Tools: /);
    expect(() => toDefinition({ ...draft, format: { type: "json_schema", name: "a b", schemaText: "{}" } })).toThrow(
      "Output format: Use letters, digits, _ and -, up to 64 characters.",
    );
    expect(() => toDefinition({ ...draft, more: "[]" })).toThrow("“More fields” must be a JSON object.");
  });
});
