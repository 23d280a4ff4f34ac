/** Has hooks check a response: as one reply, as a stream that is held back, or as a stream in pieces. */
import { createCollector } from "#lib/canonical/collect.ts";
import type { Part } from "#lib/canonical/part.ts";
import type { HookSettings } from "#lib/config/hook-settings.ts";
import type { Dialect, ReplyIdentity, WireRequest } from "#lib/dialects/dialect.ts";
import { HOOK_LIMITS, LARGEST_EVENT } from "#lib/gateway/limits.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { errors } from "#lib/http/errors.ts";
import { createEventReader } from "#lib/http/event-reader.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { readTime } from "../call-context.ts";
import { askHook, type HookedCall } from "./ask-hook.ts";
import type { HeldLog } from "./hold-log.ts";
import { type BodyReader, readBody, readWholeBody } from "./read-body.ts";
import { toParts } from "./to-parts.ts";

type Check = {
  call: HookedCall;
  hooks: readonly HookSettings[];
  held: HeldLog;
  wire: WireRequest;
  /** Facts of the call for the hooks. */
  facts: Record<string, unknown>;
};

/** Characters before a piece of a stream that its hook gets again: a word may be cut. */
const BEFORE = 200;

/** @throws GatewayError 403 when a hook blocks it, 503 when a hook fails */
export async function checkReply(response: EndpointResponse, check: Check): Promise<EndpointResponse> {
  const bytes = await readWholeBody(readBody(response.body, check.held), HOOK_LIMITS.bytes);
  const { status, headers } = response;
  const { body, isReplaced } = await askAll(JSON.parse(bytes.toString("utf8")), check);
  return { status, headers, body: isReplaced ? JSON.stringify(body) : bytes };
}

/** Returns a stream of events; what a hook blocks becomes an error event, or an error before the stream begins. */
export function checkStream(response: EndpointResponse, check: Check): EndpointResponse {
  const { dialect } = check.call;
  const reader = readBody(response.body, check.held);
  const isHeld = check.hooks.some(({ stream }) => stream === "hold");
  const next = isHeld ? () => holdStream(reader, check) : createWindows(reader, check);
  let hasEnded = false;
  const body: AsyncIterableIterator<Uint8Array> = {
    async next() {
      const value = hasEnded ? undefined : await next();
      if (isHeld) hasEnded = true;
      return value === undefined ? { done: true, value } : { done: false, value };
    },
    async return() {
      reader.cancel();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => body,
  };
  const { status, headers, deadline } = response;
  const events = { ping: dialect.ping, writeError: dialect.writeStreamError };
  return { status, headers, body, deadline, events };
}

/** Reads the whole stream, and returns its events once every hook allows them. */
async function holdStream(reader: BodyReader, check: Check): Promise<Buffer> {
  const { call, held, wire } = check;
  const { dialect, log } = call;
  const bytes = await readWholeBody(reader, HOOK_LIMITS.bytes);
  requireSuccess(held);
  const collector = createCollector();
  const events = readParts(dialect, (part) => collector.add(part));
  events.push(bytes);
  events.end();
  const identity: ReplyIdentity = {
    ...{ id: dialect.createId(), created: Math.floor(log.time / 1_000), model: wire.model, readTime },
  };
  const reply = dialect.writeReply(collector.reply(), identity, wire);
  const { body, isReplaced } = await askAll(reply, check);
  if (!isReplaced) return bytes;
  const writer = dialect.createStreamWriter(identity, wire);
  let text = "";
  for (const part of toParts(dialect.readReply(body))) text += writer.write(part);
  return Buffer.from(text + writer.end());
}

/** Returns a function for the next events that every hook allows; undefined at the end. */
function createWindows(reader: BodyReader, check: Check): () => Promise<Buffer | undefined> {
  const { call, hooks, held, facts } = check;
  const window = Math.min(...hooks.map(({ windowCharacters }) => windowCharacters));
  let text = "";
  let before = "";
  const events = readParts(call.dialect, (part) => {
    if ("text" in part && typeof part.text === "string") text += part.text;
    else if (part.type === "tool-input-start") text += part.name;
  });
  let hasEnded = false;

  async function ask(): Promise<void> {
    const data = { ...facts, partial: true, final: hasEnded, text, before };
    for (const hook of hooks) await askHook(call, { hook, data, mayReplace: false });
    before = (before + text).slice(-BEFORE);
    text = "";
  }

  return async () => {
    const chunks: Buffer[] = [];
    let size = 0;
    while (!hasEnded && text.length < window) {
      const chunk = await reader.next();
      if (!chunk) {
        hasEnded = true;
        events.end();
        break;
      }
      events.push(chunk);
      chunks.push(chunk);
      size += chunk.length;
      if (size > HOOK_LIMITS.bytes) throw errors.hookCannotCheck({ problem: "the stream has no text to check" });
    }
    if (hasEnded) requireSuccess(held);
    if (text !== "") {
      try {
        await ask();
      } catch (error) {
        reader.cancel();
        throw error;
      }
    }
    return chunks.length === 0 ? undefined : Buffer.concat(chunks);
  };
}

/** @returns the reply after all hooks */
async function askAll(reply: unknown, { call, hooks, facts }: Check): Promise<{ body: unknown; isReplaced: boolean }> {
  let body = reply;
  for (const hook of hooks) body = (await askHook(call, { hook, data: { ...facts, body } })) ?? body;
  return { body, isReplaced: body !== reply };
}

function readParts(dialect: Dialect, onPart: (part: Part) => void): { push(chunk: Buffer): void; end(): void } {
  const reader = dialect.createStreamReader(onPart);
  let tooLarge = false;
  const events = createEventReader({
    onEvent: (event) => reader.read(event),
    largestEvent: LARGEST_EVENT,
    onTooLarge() {
      tooLarge = true;
    },
  });
  return {
    push(chunk) {
      events.push(chunk);
      if (tooLarge) throw errors.hookCannotCheck({ problem: "an event of the stream is too large" });
    },
    end() {
      events.end();
      reader.end();
    },
  };
}

/** @throws GatewayError with which the lane has ended; what came before it is not sent unchecked */
function requireSuccess(held: HeldLog): void {
  const { status = 200, error } = held.outcome() ?? {};
  if (error !== null && error !== undefined) throw new GatewayError({ status, message: error, type: "upstream_error" });
}
