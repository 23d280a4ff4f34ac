/** Columns of an evaluation from versions of stored prompts. */
import { describe, expect, it } from "vitest";
import { createDraft, toDefinition } from "#app/(playground)/evaluate/_model/draft.ts";
import { fromPrompt } from "#app/(playground)/evaluate/_model/from-prompt.ts";
import { evaluationDefinition } from "#lib/contract/evaluation-definition.ts";
import { type PromptDefinition, type PromptVersion, promptDefinitionSchema } from "#lib/contract/stored-prompt.ts";

function take(definition: unknown) {
  const version = { version: 3, prompt: { id: "prompt_1", name: "support/reply" } };
  const parsed: PromptDefinition = promptDefinitionSchema.parse(definition);
  const { column, left } = fromPrompt({ ...version, definition: parsed } as PromptVersion, "sandbox/echo");
  const rows = [{ values: { name: "Ada" } }];
  const { columns } = evaluationDefinition.parse(toDefinition({ ...createDraft(""), rows, columns: [column] }));
  return { column: columns[0], left };
}

describe("a column from a prompt", () => {
  it("has its texts, settings, tools and schema, and its name with the version", () => {
    const parameters = { type: "object", properties: { city: { type: "string" } } };
    const schema = { type: "object", properties: { a: { type: "number" } }, required: ["a"] };
    const { column, left } = take({
      model: "sandbox/guide",
      instructions: "Be brief.",
      messages: [{ role: "user", content: "Greet {{name}}." }],
      tools: [{ type: "function", name: "look_up", parameters, strict: false }],
      tool_choice: { type: "function", name: "look_up" },
      text: { format: { type: "json_schema", name: "reply", schema } },
      reasoning: { effort: "low" },
      ...{ temperature: 0.5, top_p: 0.9, max_output_tokens: 100 },
    });
    expect(column).toEqual({
      ...{ name: "support/reply 3", model: "sandbox/guide", api: "openai-chat" },
      ...{ system: "Be brief.", prompt: "Greet {{name}}." },
      parameters: { temperature: 0.5, top_p: 0.9, max_tokens: 100, reasoning_effort: "low" },
      tools: [{ name: "look_up", parameters }],
      tool_choice: { name: "look_up" },
      response_schema: schema,
    });
    expect(left).toEqual([]);
  });

  it("keeps several messages, and takes the model of the form where it names none", () => {
    const { column } = take({
      messages: [
        { role: "developer", content: "Be kind." },
        { role: "user", content: "Hello" },
      ],
    });
    expect(column).toEqual({
      ...{ name: "support/reply 3", model: "sandbox/echo", api: "openai-chat" },
      messages: [
        { role: "system", content: "Be kind." },
        { role: "user", content: "Hello" },
      ],
    });
  });

  it("names what a column cannot hold", () => {
    const { left } = take({
      messages: [{ role: "user", content: "Read {{page}}" }],
      variables: [{ name: "page", type: "file" }],
      tools: [{ type: "web_search" }],
    });
    expect(left).toEqual(["the tool web_search", "the file {{page}}"]);
  });
});
