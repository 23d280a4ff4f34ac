/**
 * Answers of upstreams for fuzz tests (fast-check): the fixtures of a dialect, whole and streamed, with anything wrong
 * in them.
 */
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import type { AnyDialectId } from "../matrix/dialects.ts";
import { mutatedJson } from "./any-body.ts";
import { mutatedBytes } from "./any-bytes.ts";
import {
  cutStreamFixtures,
  errorFixtures,
  failedStreamFixtures,
  fixtureNames,
  replyFixtures,
  streamFixtures,
} from "./fixtures.ts";
import type { Body } from "./json-routes.ts";
import { destroy, type StubHandler, splitBytes } from "./stub-upstream.ts";

export type AnyAnswer = {
  status: number;
  headers: Record<string, string>;
  chunks: Uint8Array[];
  ending: "end" | "cut" | "silence";
};

const STREAM = "text/event-stream";

/** Longest part of a body in the message of a failure. */
const LONGEST_PRINTED = 6_000;

export function describeAnswer({ status, headers, chunks, ending }: AnyAnswer): string {
  const body = Buffer.concat(chunks).toString("latin1").slice(0, LONGEST_PRINTED);
  return `${status} ${JSON.stringify(headers)}, ${chunks.length} chunks, ${ending}\n${body}`;
}

/** Plays the response; each chunk by itself. */
export function give({ status, headers, chunks, ending }: AnyAnswer): StubHandler {
  return async (_request, response) => {
    response.writeHead(status, headers);
    for (const chunk of chunks) {
      if (response.destroyed) return;
      await new Promise<unknown>((resolve) => response.write(chunk, resolve));
    }
    if (ending === "end") response.end();
    if (ending === "cut") destroy(response);
  };
}

/** Whole replies of the dialect, right ones and with up to three things wrong in them. */
function anyReplyJson(dialect: AnyDialectId): fc.Arbitrary<unknown> {
  const bodies = ownReplies(dialect);
  return fc.oneof(fc.constantFrom<unknown>(...bodies), mutatedJson(bodies));
}

/**
 * Events of a stream of the dialect, of which one is wrong inside, and which are left out, repeated and put elsewhere.
 */
function anyEvents(dialect: AnyDialectId): fc.Arbitrary<unknown[]> {
  return fc.constantFrom(...ownStreams(dialect)).chain((events) => {
    const index = fc.nat(events.length - 1);
    const change = fc.oneof(
      fc.tuple(index, mutatedJson(events)).map(
        ([at, put]) =>
          (list: unknown[]) =>
            list.with(at % list.length, put),
      ),
      index.map((at) => (list: unknown[]) => list.toSpliced(at, 1)),
      fc.tuple(index, index, fc.oneof(fc.constant(1), fc.nat(300))).map(
        ([from, to, times]) =>
          (list: unknown[]) =>
            list.toSpliced(to, 0, ...Array<unknown>(times).fill(list[from % list.length])),
      ),
      fc.tuple(index, index).map(
        ([from, to]) =>
          (list: unknown[]) =>
            list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1)),
      ),
    );
    return fc
      .array(change, { maxLength: 3 })
      .map((changes) => changes.reduce<unknown[]>((list, apply) => (list.length > 0 ? apply(list) : list), events));
  });
}

function ownReplies(dialect: AnyDialectId): Body[] {
  const own = new Set(fixtureNames(dialect));
  return [...replyFixtures(dialect), ...errorFixtures(dialect)]
    .filter(({ name }) => own.has(`${name}.json`))
    .map(({ json }) => json as Body);
}

function ownStreams(dialect: AnyDialectId): Body[][] {
  const own = new Set(fixtureNames(dialect));
  return [...streamFixtures(dialect), ...failedStreamFixtures(dialect), ...cutStreamFixtures(dialect)]
    .filter(({ name }) => own.has(`${name}.chunks.txt`))
    .map(({ events }) => events as Body[]);
}

/**
 * A response of the dialect to a client that asked for a stream or for a whole reply; one in eight is of the other
 * form.
 */
export function anyAnswer(dialect: AnyDialectId, stream: boolean): fc.Arbitrary<AnyAnswer> {
  const whole = mutatedBytes(anyReplyJson(dialect).map(toBytes));
  const text = fc
    .tuple(anyEvents(dialect), fc.boolean())
    .map(
      ([events, hasEnd]) => events.map((event) => toText(dialect, event)).join("") + (hasEnd ? createEnd(dialect) : ""),
    );
  const events = mutatedBytes(text.map((one) => Buffer.from(one)));
  const [asked, other] = stream ? [events, whole] : [whole, events];
  return fc.oneof(
    { weight: 7, arbitrary: createReply(asked, stream) },
    { weight: 1, arbitrary: createReply(other, stream) },
  );
}

/** A response that is one of these bodies, with anything wrong in it. */
export function anyReply(bodies: readonly Body[]): fc.Arbitrary<AnyAnswer> {
  const json = fc.oneof(fc.constantFrom<unknown>(...bodies), mutatedJson(bodies));
  return createReply(mutatedBytes(json.map(toBytes)), false);
}

function toBytes(json: unknown): Buffer {
  return Buffer.from(JSON.stringify(json) ?? "");
}

function toText(dialect: AnyDialectId, event: unknown): string {
  const data = `data: ${JSON.stringify(event) ?? ""}\n\n`;
  const named = ["openai-responses", "anthropic-messages", "google-interactions"].includes(dialect);
  const { type, event_type: name = type } = (event ?? {}) as { type?: unknown; event_type?: unknown };
  return named ? `event: ${String(name)}\n${data}` : data;
}

function createEnd(dialect: AnyDialectId): string {
  if (dialect === "google-interactions") return "event: done\ndata: [DONE]\n\n";
  return dialect === "openai-chat" ? "data: [DONE]\n\n" : "";
}

function createReply(bytes: fc.Arbitrary<Buffer>, stream: boolean): fc.Arbitrary<AnyAnswer> {
  const right = stream ? STREAM : "application/json";
  const type = mostly(right, ["", "text/html", "application/json; charset=utf-16", STREAM, "application/json"]);
  const odd = fc.dictionary(
    fc.constantFrom("retry-after", "retry-after-ms", "x-request-id", "content-encoding", "x-should-retry", "location"),
    fc.constantFrom(
      "abc",
      "-5",
      "1e9",
      "0",
      "gzip",
      "br",
      "deflate, gzip",
      "x".repeat(4_000),
      "Wed, 21 Oct 2099 07:28:00 GMT",
    ),
    { maxKeys: 2 },
  );
  return fc
    .record({
      bytes,
      status: mostly(200, [201, 204, 206, 301, 400, 401, 404, 418, 429, 500, 503, 529, 599]),
      type,
      odd: fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: odd }),
      cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
      ending: mostly<AnyAnswer["ending"]>("end", ["cut", "cut", "silence"]),
      gzipped: mostly(false, [true]),
    })
    .map(({ bytes: plain, status, type: contentType, odd: headers, cuts, ending, gzipped }) => {
      const body = gzipped ? gzipSync(plain) : plain;
      const offsets = cuts.map((share) => Math.floor(share * body.length)).toSorted((a, b) => a - b);
      const encoding: Record<string, string> = gzipped ? { "content-encoding": "gzip" } : {};
      const types: Record<string, string> = contentType === "" ? {} : { "content-type": contentType };
      const isEmpty = status === 204;
      return {
        status,
        headers: { ...headers, ...encoding, ...types },
        chunks: isEmpty ? [] : splitBytes(body, offsets),
        ending,
      };
    });
}

function mostly<Value>(usual: Value, others: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
}
