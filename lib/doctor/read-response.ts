/** Reads the response of a probe by its dialect, and checks its form by the schemas of the OpenAPI document. */
import type { z } from "zod";
import { createCollector } from "#lib/canonical/collect.ts";
import type { Part } from "#lib/canonical/part.ts";
import * as anthropicMessages from "#lib/dialects/anthropic-messages/reply-schema.ts";
import type { Dialect, WireEvent } from "#lib/dialects/dialect.ts";
import * as googleGenerate from "#lib/dialects/google-generate/reply-schema.ts";
import { eventSchema as interactionEvent, interactionSchema } from "#lib/dialects/google-interactions/reply-schema.ts";
import * as openAiChat from "#lib/dialects/openai-chat/reply-schema.ts";
import * as openAiResponses from "#lib/dialects/openai-responses/reply-schema.ts";
import { createEventReader } from "#lib/http/event-reader.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import { readHiddenError } from "#lib/upstreams/read-upstream-error.ts";
import { beginsObject, isEventStream, isJson, unexpectedBodyError } from "#lib/upstreams/unexpected-body-error.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { ServerResponse } from "./call-server.ts";
import type { Reading } from "./probe.ts";

type Schemas = { replySchema: z.ZodType; eventSchema: z.ZodType };

const SCHEMAS: Record<string, Schemas> = {
  "openai-chat": openAiChat,
  "openai-responses": openAiResponses,
  "anthropic-messages": anthropicMessages,
  "google-generate": googleGenerate,
  "google-interactions": { replySchema: interactionSchema, eventSchema: interactionEvent },
};
/** Message of the schemas for a field that is not there. */
const MISSING = /expected (.+), received undefined$/;
const LARGEST_EVENT = 4 * 1024 * 1024;

type Source = { response: ServerResponse; dialect: Dialect; upstream: Upstream };

/** @returns a string when the response cannot be read: the reason */
export function readReply({ response, dialect, upstream }: Source): Reading | string {
  const { body, status, headers } = response;
  const { readError } = dialect;
  const unexpected = () =>
    unexpectedBodyError({ status, headers, upstream, expected: "a JSON object", body, readError }).message;
  if (!beginsObject(body)) return unexpected();
  const text = body.toString("utf8");
  const document = parseJson(text);
  if (document === undefined) return "The response is cut, or no JSON.";
  const hidden = readHiddenError({ text, document, headers, upstream, readError });
  if (hidden) return `Status ${status} with an error in the body: ${hidden.message}`;
  try {
    const reply = dialect.readReply(document);
    const formFault = isJson(headers)
      ? findFault(SCHEMAS[dialect.id]?.replySchema, document)
      : `The content type is ${headers["content-type"] ?? "missing"}; expected application/json.`;
    return { reply, parts: [], formFault };
  } catch (error) {
    return describe(error);
  }
}

/** @returns a string when the stream cannot be read: the reason */
export function readStream({ response, dialect, upstream }: Source): Reading | string {
  const { body, status, headers } = response;
  const { readError } = dialect;
  const events: WireEvent[] = [];
  const collector = createCollector();
  const parts: Part[] = [];
  let failure: string | undefined;
  const reader = dialect.createStreamReader((part) => {
    if (part.type === "error") failure ??= part.message;
    parts.push(part);
    collector.add(part);
  });
  try {
    const source = createEventReader({
      largestEvent: LARGEST_EVENT,
      onTooLarge: () => undefined,
      onEvent(event) {
        events.push(event);
        reader.read(event);
      },
    });
    source.push(body);
    source.end();
    if (events.length === 0) {
      return unexpectedBodyError({ status, headers, upstream, expected: "an event stream", body, readError }).message;
    }
    reader.end();
  } catch (error) {
    return `Event ${events.length} cannot be read: ${describe(error)}`;
  }
  if (failure) return failure;
  return { reply: collector.reply(), parts, formFault: findStreamFault({ events, response, dialect }) };
}

function findStreamFault({
  events,
  response: { headers, body },
  dialect,
}: Pick<Source, "response" | "dialect"> & { events: readonly WireEvent[] }): string | undefined {
  if (!isEventStream(headers)) {
    return `The content type is ${headers["content-type"] ?? "missing"}; expected text/event-stream.`;
  }
  for (const [index, { data }] of events.entries()) {
    if (data.trim() === "[DONE]") continue;
    const fault = findFault(SCHEMAS[dialect.id]?.eventSchema, parseJson(data));
    if (fault) return `Event ${index + 1}: ${fault}`;
  }
  const { mayGoOn } = dialect.readStreamTail(body.toString("utf8"));
  // Google's streams have no event of their own for the end.
  return mayGoOn && dialect.id === "openai-chat" ? "The stream does not end with `data: [DONE]`." : undefined;
}

function findFault(schema: z.ZodType | undefined, document: unknown): string | undefined {
  const issue = schema?.safeParse(document).error?.issues[0];
  if (!issue) return undefined;
  const deepest = findDeepest(issue);
  const path = deepest.path.join(".") || "the whole";
  const missing = MISSING.exec(deepest.message)?.[1];
  return missing ? `\`${path}\` is missing; expected ${missing}.` : `\`${path}\`: ${deepest.message}`;
}

/** Returns the fault of the alternative of a union that fits furthest: it says most. */
function findDeepest(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string } {
  if (issue.code !== "invalid_union") return issue;
  const inner = issue.errors.map(([first]) => first && findDeepest(first)).filter((one) => one !== undefined);
  const [deepest] = inner.toSorted((a, b) => b.path.length - a.path.length);
  return deepest ? { path: [...issue.path, ...deepest.path], message: deepest.message } : issue;
}

function describe(error: unknown): string {
  if (GatewayError.isInstance(error)) return error.message;
  return `The response has a field that cannot be read: ${error instanceof Error ? error.message : error}`;
}
