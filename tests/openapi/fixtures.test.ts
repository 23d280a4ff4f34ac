/** Fixtures and what real providers answered fit the schemas too: a relayed reply is theirs, byte for byte. */
import { describe, expect, it } from "vitest";
import { replyFixtures, streamFixtures } from "../support/fixtures.ts";
import { createSchemaCheck, openApiDocument, type Schema } from "../support/openapi.ts";

const problemWith = createSchemaCheck(await openApiDocument());
const component = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const kinds: [dialect: string, reply: Schema, event: Schema][] = [
  [
    "openai-chat",
    component("ChatCompletion"),
    { anyOf: [component("ChatCompletionChunk"), component("ChatStreamError")] },
  ],
  ["openai-responses", component("Response"), component("ResponseStreamEvent")],
  ["anthropic-messages", component("Message"), component("MessageStreamEvent")],
  ["google-interactions", component("Interaction"), component("InteractionEvent")],
  ["google-generate", component("GenerateContentResponse"), component("GenerateContentResponse")],
];

describe.each(kinds)("%s", (dialect, reply, event) => {
  const replies = replyFixtures(dialect);
  const streams = streamFixtures(dialect);

  it(`${replies.length} replies`, () => {
    for (const { name, json } of replies) expect(problemWith(reply, json), name).toBeUndefined();
  });

  it(`${streams.length} streams`, () => {
    for (const { name, events } of streams) {
      for (const one of events) {
        expect(problemWith(event, one), `${name}: ${JSON.stringify(one).slice(0, 500)}`).toBeUndefined();
      }
    }
  });
});
