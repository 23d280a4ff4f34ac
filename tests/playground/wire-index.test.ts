/** A bad index in a response fails the run with an error that names the field; the page never fills a list up to it. */
import { describe, expect, test } from "vitest";
import { WireIndexError } from "#lib/contract/wire-index.ts";
import { createResponseReader, type ResponseReader } from "#lib/playground/conversation/model-response.ts";
import { createGenerateContentReader } from "#lib/playground/dialects/generate-content/response-reader.ts";
import { createMessagesReader } from "#lib/playground/dialects/messages/response-reader.ts";
import { createResponsesReader } from "#lib/playground/dialects/responses/response-reader.ts";

const tools = { saveFile: async () => {} };
const call = (index: unknown, name = "f") => ({
  choices: [{ index: 0, delta: { tool_calls: [{ index, id: name, function: { name, arguments: "{}" } }] } }],
});

const places: [name: string, field: string, create: () => ResponseReader, event: (index: unknown) => unknown][] = [
  ["a choice", "choices[].index", createResponseReader, (index) => ({ choices: [{ index, delta: { content: "x" } }] })],
  ["a tool call", "choices[].delta.tool_calls[].index", createResponseReader, call],
  [
    "a candidate",
    "candidates[].index",
    () => createGenerateContentReader(tools),
    (index) => ({ candidates: [{ index, content: { parts: [{ text: "x" }] } }] }),
  ],
  [
    "an output item",
    "output_index",
    () => createResponsesReader(tools),
    (index) => ({ type: "response.output_text.delta", output_index: index, delta: "x" }),
  ],
  [
    "a content block",
    "index",
    createMessagesReader,
    (index) => ({ type: "content_block_start", index, content_block: { type: "text", text: "x" } }),
  ],
];

describe.each(places)("%s", (_name, field, create, event) => {
  test.each([5_000_000, 1e9, Number.POSITIVE_INFINITY, Number.NaN, -1, 1.5, "3", {}, true])(
    "at index %o is refused",
    (index) => {
      const reader = create();
      expect(() => reader.apply(event(index))).toThrow(WireIndexError);
      expect(() => reader.apply(event(index))).toThrow(`\`${field}\` must be a whole number from 0 to `);
      expect(reader.snapshot().choices.length).toBeLessThan(2);
    },
  );

  test.each([0, 1, null, undefined])("at index %o is read", (index) => {
    expect(() => create().apply(event(index))).not.toThrow();
  });
});

test("lists tool calls in order, without gaps", () => {
  const reader = createResponseReader();
  for (const event of [call(4000, "a"), call(7, "b"), call(4000, "c")]) reader.apply(event);
  expect(reader.snapshot().choices[0]?.toolCalls.map(({ name }) => name)).toEqual(["ac", "b"]);
});
