/**
 * Upstream of the chaos run, in all text dialects: it answers, fails, breaks off and stalls at random, and writes a
 * bill.
 */
import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Part } from "#lib/canonical/part.ts";
import type { WireRequest } from "#lib/dialects/dialect.ts";
import { type DialectId, dialect, dialectIds, identity } from "../matrix/dialects.ts";
import { destroy, jsonReply, type StubRequest, startStubUpstream } from "../support/stub-upstream.ts";

/** Names a call: in its prompt, as its request id, and in its response. */
export const CALL_ID = /chaos-\d+/g;

export type ChaosUpstream = {
  url: string;
  /** Number of responses begun per call id: a provider bills each. */
  billed: Map<string, number>;
  /** Requests by outcome. */
  counts: Map<string, number>;
  close(): Promise<void>;
};

export function textOf(id: string): string {
  return `The answer to ${id} has a few words, so that a stream of it has several events.`;
}

/** Differs from call to call, so that a row with the tokens of another call is found. */
export function tokensOf(id: string): { inputTokens: number; outputTokens: number } {
  const number = Number(id.slice("chaos-".length));
  return { inputTokens: 10 + (number % 97), outputTokens: 5 + (number % 89) };
}

const MODEL_REQUESTS = {
  "openai-chat": { model: "m", messages: [] },
  "openai-responses": { model: "m", input: "" },
  "anthropic-messages": { model: "m", max_tokens: 1, messages: [] },
  "google-generate": { model: "m", contents: [] },
  "google-interactions": { model: "m", input: "" },
} as Record<DialectId, WireRequest>;

type Fate = "whole" | "slow" | "cut" | "broken before its head" | "stalled" | "status 503" | "status 429";

/** In a hundred requests. */
const SHARES: [Fate, number][] = [
  ["whole", 68],
  ["slow", 12],
  ["cut", 5],
  ["broken before its head", 4],
  ["status 503", 5],
  ["status 429", 3],
  ["stalled", 3],
];
const SLOW_MS = 60;

/** @param random a number from 0 to 1 at each call */
export async function startChaosUpstream(random: () => number): Promise<ChaosUpstream> {
  const billed = new Map<string, number>();
  const counts = new Map<string, number>();
  const stub = await startStubUpstream(async (request, response) => {
    if (request.method === "GET") return jsonReply({ object: "list", data: [] })(request, response);
    const id = request.body.toString("utf8").match(CALL_ID)?.at(-1);
    const at = dialectIds.find((name) => request.path.includes(`/${name}/`));
    if (id === undefined || at === undefined)
      return jsonReply({ error: { message: "No id." } }, { status: 400 })(request, response);
    const fate = pickFate(random() * 100);
    counts.set(fate, (counts.get(fate) ?? 0) + 1);
    if (fate === "stalled") return;
    if (fate === "broken before its head") return destroy(response);
    if (fate === "status 503" || fate === "status 429") {
      const status = Number(fate.slice(-3));
      return jsonReply({ error: { message: "Not now." } }, { status, headers: { "retry-after-ms": "20" } })(
        request,
        response,
      );
    }
    billed.set(id, (billed.get(id) ?? 0) + 1);
    await answer({ request, response, id, at, fate });
  });
  // Nothing but the bill is kept.
  const forget = setInterval(() => {
    stub.requests.length = 0;
    stub.aborts.length = 0;
  }, 1_000);
  return {
    url: stub.url,
    billed,
    counts,
    async close() {
      clearInterval(forget);
      await stub.close();
    },
  };
}

function pickFate(percent: number): Fate {
  let sum = 0;
  for (const [fate, share] of SHARES) {
    sum += share;
    if (percent < sum) return fate;
  }
  return "whole";
}

type Answering = { request: StubRequest; response: ServerResponse; id: string; at: DialectId; fate: Fate };

async function answer({ request, response, id, at, fate }: Answering): Promise<void> {
  const isStream =
    request.path.includes(":streamGenerateContent") || /"stream":\s*true/.test(request.body.toString("utf8"));
  const chunks = isStream ? eventsOf(at, id) : halvesOf(JSON.stringify(replyOf(at, id)));
  response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
  for (const [index, chunk] of chunks.entries()) {
    if (response.destroyed) return;
    if (fate === "cut" && index === chunks.length - 1) {
      // Later than the bytes before it, which the gateway is meant to see.
      await delay(10);
      destroy(response);
      return;
    }
    if (fate === "slow") await delay(SLOW_MS);
    response.write(chunk);
  }
  response.end();
}

function halvesOf(text: string): string[] {
  return [text.slice(0, text.length / 2), text.slice(text.length / 2)];
}

function replyOf(at: DialectId, id: string): Record<string, unknown> {
  const content = [{ type: "text" as const, text: textOf(id) }];
  const reply = { choices: [{ content, finish: { unified: "stop" as const } }], usage: tokensOf(id) };
  return dialect(at).writeReply(reply, identity, MODEL_REQUESTS[at]);
}

function eventsOf(at: DialectId, id: string): string[] {
  const wire = { ...MODEL_REQUESTS[at], stream: true, stream_options: { include_usage: true } };
  const writer = dialect(at).createStreamWriter(identity, wire);
  const place = { choice: 0, id: "1" };
  const words = textOf(id).split(/(?<= )/);
  const parts: Part[] = [
    { type: "start" },
    { type: "text-start", ...place },
    ...words.map((text): Part => ({ type: "text-delta", ...place, text })),
    { type: "text-end", ...place },
    { type: "finish", choice: 0, reason: { unified: "stop" } },
    { type: "usage", usage: tokensOf(id) },
  ];
  return [...parts.map((part) => writer.write(part)), writer.end()].filter(Boolean);
}
