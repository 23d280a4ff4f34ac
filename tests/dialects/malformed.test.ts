/**
 * A number that a provider sends never sizes a list unchecked: each dialect reports a bad index as a malformed answer.
 */
import { describe, expect, test } from "vitest";
import { anthropicMessages } from "#lib/dialects/anthropic-messages/index.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import { googleGenerate } from "#lib/dialects/google-generate/index.ts";
import { googleInteractions } from "#lib/dialects/google-interactions/index.ts";
import { openAiChat } from "#lib/dialects/openai-chat/index.ts";
import { openAiResponses } from "#lib/dialects/openai-responses/index.ts";
import { readStream } from "../support/dialect-streams.ts";

/** Values as they stand in JSON, where 1e999 is read as infinity. */
const BAD = ["5000000", "1e9", "1e999", "-1", "1.5", '"3"', "{}", "true"];

type Place = {
  name: string;
  dialect: Dialect;
  /** Path in the message. */
  field: string;
  /** Events with INDEX in the place of the index. */
  events: string[];
};

const message = '{"type":"message","id":"m","content":[]}';
const places: Place[] = [
  {
    name: "a choice of a chat chunk",
    dialect: openAiChat as Dialect,
    field: "choices[].index",
    events: ['{"id":"c","choices":[{"index":INDEX,"delta":{"content":"x"},"finish_reason":"stop"}]}'],
  },
  {
    name: "a tool call of a chat chunk",
    dialect: openAiChat as Dialect,
    field: "choices[].delta.tool_calls[].index",
    events: [
      '{"choices":[{"index":0,"delta":{"tool_calls":[{"index":INDEX,"id":"t","function":{"name":"f","arguments":"{}"}}]}}]}',
    ],
  },
  {
    name: "a content block of a message",
    dialect: anthropicMessages as Dialect,
    field: "index",
    events: [
      '{"type":"message_start","message":{"id":"m"}}',
      '{"type":"content_block_start","index":INDEX,"content_block":{"type":"text","text":"x"}}',
    ],
  },
  {
    name: "an output item of a response",
    dialect: openAiResponses as Dialect,
    field: "output_index",
    events: [`{"type":"response.output_item.added","output_index":INDEX,"item":${message}}`],
  },
  {
    name: "a content part of a response",
    dialect: openAiResponses as Dialect,
    field: "content_index",
    events: [
      `{"type":"response.output_item.added","output_index":0,"item":${message}}`,
      '{"type":"response.output_text.delta","output_index":0,"item_id":"m","content_index":INDEX,"delta":"x"}',
    ],
  },
  {
    name: "a summary part of a response",
    dialect: openAiResponses as Dialect,
    field: "summary_index",
    events: [
      '{"type":"response.reasoning_summary_text.delta","output_index":0,"item_id":"r","summary_index":INDEX,"delta":"x"}',
    ],
  },
  {
    name: "a step of an interaction",
    dialect: googleInteractions as Dialect,
    field: "index",
    events: ['{"event_type":"step.start","index":INDEX,"step":{"type":"model_output"}}'],
  },
  {
    name: "a candidate of a stream",
    dialect: googleGenerate as Dialect,
    field: "candidates[].index",
    events: ['{"candidates":[{"index":INDEX,"content":{"parts":[{"text":"x"}]},"finishReason":"STOP"}]}'],
  },
];

function read({ dialect, events }: Place, index: string) {
  return readStream(
    dialect,
    events.map((event) => event.replace("INDEX", index)),
  );
}

describe.each(places)("$name", (place) => {
  test.each(BAD)("at index %s is a malformed stream", (index) => {
    const parts = read(place, index);
    const bound = place.field === "choices[].index" || place.field === "candidates[].index" ? 127 : 4095;
    expect(parts.filter(({ type }) => type === "error")).toEqual([
      {
        type: "error",
        status: 502,
        code: "upstream_malformed",
        message: expect.stringContaining(
          `an event that cannot be read: \`${place.field}\` must be a whole number from 0 to ${bound}; got `,
        ),
      },
    ]);
    expect(parts.at(-1)?.type).toBe("error");
  });

  test.each(["0", "1", "null"])("at index %s is read", (index) => {
    expect(read(place, index)).not.toContainEqual(expect.objectContaining({ code: "upstream_malformed" }));
  });
});

test.each(BAD)("a candidate at index %s makes a whole reply malformed", (index) => {
  const reply = `{"candidates":[{"index":${index},"content":{"parts":[{"text":"x"}]}}]}`;
  expect(() => googleGenerate.readReply(JSON.parse(reply))).toThrow(
    expect.objectContaining({
      status: 502,
      code: "upstream_malformed",
      message: expect.stringContaining("`candidates[].index` must be a whole number from 0 to 127; got "),
    }),
  );
});
