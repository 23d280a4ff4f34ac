import { describe, expect, it } from "vitest";
import { getDialect } from "#lib/dialects/all-dialects.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import { withClientFields } from "#lib/gateway/lanes/with-client-fields.ts";
import { errors } from "#lib/http/errors.ts";
import { respond } from "#lib/sandbox/responses/respond.ts";

const UNMET = {
  type: "object",
  properties: { a: { type: "integer", minimum: 5, maximum: 3 } },
  required: ["a"],
  additionalProperties: false,
};
const IMAGE = "aGVsbG8=";

/** The error that the sandbox's answer to a request of this dialect ends in. */
async function failureOf(id: Dialect["id"], body: Record<string, unknown>): Promise<unknown> {
  const dialect = getDialect(id);
  const wire = dialect.parseRequest({ model: "guide", ...body });
  const call = { ...dialect.readRequest(wire), model: "guide" };
  const parts = respond(call, { signal: new AbortController().signal, tokensPerSecond: 0 });
  return withClientFields(parts, { call, body: wire, fieldNames: dialect.fieldNames })
    .next()
    .catch((error: unknown) => error);
}

describe("errors of the sandbox", () => {
  it.each<[Dialect["id"], Record<string, unknown>, string]>([
    [
      "openai-chat",
      {
        messages: [{ role: "user", content: "Use make_it" }],
        tools: [{ type: "function", function: { name: "make_it", parameters: UNMET } }],
      },
      "tools[0].function.parameters",
    ],
    [
      "openai-responses",
      { input: "Use make_it", tools: [{ type: "function", name: "make_it", parameters: UNMET }] },
      "tools[0].parameters",
    ],
    [
      "anthropic-messages",
      {
        max_tokens: 100,
        messages: [{ role: "user", content: "Use make_it" }],
        tools: [{ name: "make_it", input_schema: UNMET }],
      },
      "tools[0].input_schema",
    ],
    [
      "openai-responses",
      { input: "Hi", text: { format: { type: "json_schema", name: "it", schema: UNMET } } },
      "text.format.schema",
    ],
  ])("name the field of %s", async (id, body, param) => {
    expect(await failureOf(id, body)).toMatchObject({ status: 400, param });
  });

  it("name an attachment by its path in the body, in the message too", async () => {
    const body = { input: [{ content: [{ type: "input_text" }, { file_data: IMAGE }] }] };
    const call = {
      model: "guide",
      stream: false,
      dropped: [],
      messages: [
        {
          role: "user" as const,
          content: [
            { type: "text" as const, text: "" },
            { type: "file" as const, mediaType: "application/pdf", data: { kind: "base64" as const, base64: IMAGE } },
          ],
        },
      ],
    };
    const param = "messages[0].content[1]";
    // biome-ignore lint/correctness/useYield: it fails before its first Part
    async function* failing() {
      throw errors.documentTooComplex({ param, reason: "it has too many pages" });
    }
    await expect(withClientFields(failing(), { call, body, fieldNames: {} }).next()).rejects.toMatchObject({
      param: "input[0].content[1].file_data",
      message: expect.stringMatching(/^`input\[0\]\.content\[1\]\.file_data` exceeds/),
    });
  });
});
