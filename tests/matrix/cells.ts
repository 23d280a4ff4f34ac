/** One cell of the matrix: what is lost between a client's and an upstream's dialect in one case. */
import { isDeepStrictEqual } from "node:util";
import type { AssistantContent } from "#lib/canonical/call.ts";
import type { PartOf } from "#lib/canonical/part.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { readUpstreamError } from "#lib/upstreams/read-upstream-error.ts";
import { createRedactor } from "#lib/upstreams/redactor.ts";
import { fold } from "../support/dialect-streams.ts";
import { type Case, replyOf } from "./cases.ts";
import { allDialectIds, type AnyDialectId as DialectId, dialect } from "./dialects.ts";
import { type Keeping, keepings, secondTurn } from "./echo.ts";
import { callFeatures, type Features, lostBetween, replyFeatures } from "./features.ts";
import { partsOf } from "./parts-of.ts";
import {
  type Asked,
  completeCall,
  eventsOf,
  type Mode,
  parseWire,
  passRequest,
  playAnswer,
  playRequest,
  readStream,
  throughJson,
  writeReply,
  writeStream,
} from "./play.ts";

/** Stage at which content was lost; `Loss.dialect` is the dialect that has no place for it. */
export type Stage = "ask" | "request" | "answer" | "show" | "return";
export type Loss = {
  stage: Stage;
  dialect: DialectId;
  feature: string;
  mode: Mode;
  /** For a loss in the request: the dropped fields that the gateway reports. */
  dropped?: string[];
};

export type Cell = { client: DialectId; upstream: DialectId; mode: Mode };

export function lossesOf(test: Case, { client, upstream, mode }: Cell): Loss[] {
  const { ask: fetchText } = test;
  const asked = playRequest({ client, upstream, ask: fetchText, mode });
  const spoken = callFeatures(completeCall({ client, ask: fetchText, mode }), fetchText);
  const read = callFeatures(asked.read, fetchText);
  const answered = playAnswer({ client, upstream, test, mode, asked });
  const said = replyFeatures(test.answer(upstream));
  const understood = replyFeatures(answered.read);
  const at = (stage: Stage, id: DialectId, features: string[]): Loss[] =>
    features.map((feature) => ({ stage, dialect: id, feature, mode }));
  return [
    ...at("ask", client, lostBetween(spoken, read)),
    ...at("request", upstream, lostInRequest(read, callFeatures(asked.received, fetchText), asked)).map((loss) => ({
      ...loss,
      dropped: asked.dropped,
    })),
    ...at("answer", upstream, lostBetween(said, understood)),
    ...at("show", client, lostBetween(understood, replyFeatures(answered.received))),
    ...(test.turn ? at("return", client, lostInSecondTurn({ test, cell: { client, upstream, mode }, asked })) : []),
  ];
}

const EMULATED: Record<string, string> = { n: "n", stop: "stop", parallel_tool_calls: "parallel tool calls" };

/** An upstream does not get what the gateway does in its place. */
function lostInRequest(before: Features, after: Features, { emulation }: Asked): string[] {
  const emulated = new Set(emulation?.names.map((name) => EMULATED[name]));
  return lostBetween(before, after).filter((feature) => !emulated.has(feature));
}

export function isEmulated(test: Case, cell: Cell): boolean {
  return playRequest({ ...cell, ask: test.ask }).emulation !== undefined;
}

/** A block that its vendor signed: the vendor wants both back as they were, in their place. */
type Signed = { type: string; said: string; data: Record<string, unknown> };

function signedIn(content: AssistantContent[], maker: DialectId): Signed[] {
  return content.flatMap((part) => {
    if (part.type === "unknown" || part.type === "file") return [];
    const data = part.vendor?.[maker];
    return data ? [{ type: part.type, said: part.type === "tool-call" ? part.id : part.text, data }] : [];
  });
}

/** Which of `made` are among `returned`, with all their data: APIs add fields of their own. */
function found(made: Signed[], returned: Signed[]): Signed[] {
  return made.filter((one) =>
    returned.some(
      ({ type, said, data }) =>
        type === one.type &&
        said === one.said &&
        Object.entries(one.data).every(([key, value]) => isDeepStrictEqual(data[key], value)),
    ),
  );
}

export function secondCall({ test, cell, asked, keeping }: { test: Case; cell: Cell; asked: Asked; keeping: Keeping }) {
  const { client, upstream, mode } = cell;
  const { received } = playAnswer({ client, upstream, test, mode, asked });
  const answer = throughJson(writeReply(client, received, asked.clientWire));
  const wire = parseWire(client, secondTurn({ client, wire: asked.clientWire, answer, keeping }), mode);
  return { wire, ...passRequest({ client, upstream, wire, mode }) };
}

function lostInSecondTurn({ test, cell, asked }: { test: Case; cell: Cell; asked: Asked }): string[] {
  const content = test.answer(cell.upstream).choices[0]?.content ?? [];
  const made = signedIn(content, cell.upstream);
  const calls = content.flatMap((part) => (part.type === "tool-call" ? part.id : []));
  return keepings.flatMap((keeping) => {
    const { received } = secondCall({ test, cell, asked, keeping });
    const results = received.messages.flatMap((message) => (message.role === "tool" ? message.callId : []));
    const turns = received.messages.flatMap((message) =>
      message.role === "assistant" && Array.isArray(message.content) ? message.content : [],
    );
    const back = found(made, signedIn(turns, cell.upstream));
    const isText = ({ type }: Signed) => type === "text";
    const before: Features = {
      "signed data": made.filter((one) => !isText(one)),
      "signed text": made.filter(isText),
      "results of calls": calls,
    };
    const after: Features = {
      "signed data": back.filter((one) => !isText(one)),
      "signed text": back.filter(isText),
      "results of calls": results,
    };
    return lostBetween(before, after).map((name) => `${name}, by a client that keeps ${keeping}`);
  });
}

/** The bodies that every dialect but the vendor's would be sent after the same turn. */
export function bodiesForOthers({ test, cell, keeping }: { test: Case; cell: Cell; keeping: Keeping }): string[] {
  const asked = playRequest({ ...cell, ask: test.ask });
  const { wire } = secondCall({ test, cell, asked, keeping });
  return allDialectIds
    .filter((other) => other !== cell.upstream)
    .map((other) => passRequest({ client: cell.client, upstream: other, wire, mode: cell.mode }).body);
}

const failure = { status: 429, message: "Slow down, please.", type: "rate_limit_error" };

/** A refusal of the upstream's, as an official SDK of the client's API would read it. */
export function lostInEarlyError({ client, upstream, mode }: Cell): Loss[] {
  const { status } = failure;
  const body = JSON.stringify(dialect(upstream).writeErrorBody(new GatewayError(failure), "req_1"));
  const error = readUpstreamError({
    status,
    headers: {},
    body,
    upstream: { id: "upstream", redact: createRedactor([]) },
    readError: dialect(upstream).readError,
  });
  const shown = dialect(client).readError(throughJson(dialect(client).writeErrorBody(error, "req_2")));
  const before = { "error text": failure.message, "error status": status };
  const after = { "error text": shown?.message, "error status": error.status };
  return lostBetween(before, after).map((feature) => ({ stage: "show", dialect: client, feature, mode }));
}

/** The upstream fails after some words; the client gets these words, then the failure. */
export function lostInLateError({ client, upstream }: Cell): Loss[] {
  const { clientWire, upstreamWire } = playRequest({ client, upstream, ask: {}, mode: "stream" });
  const said = replyOf([{ type: "text", text: "one two three" }], "stop");
  const begun = partsOf(said).slice(0, 4);
  const failed: PartOf<"error"> = { type: "error", status: 503, message: "It broke." };
  const parts = readStream(upstream, eventsOf(writeStream(upstream, [...begun, failed], upstreamWire)));
  const shown = fold(readStream(client, eventsOf(writeStream(client, upToError(parts), clientWire))));
  const before = { "words so far": "one two", "error text": failed.message, "clean end": false };
  const after = {
    "words so far": textOf(shown.choices[0]?.content ?? []).slice(0, 7),
    "error text": shown.error?.message,
    "clean end": shown.error === undefined,
  };
  return lostBetween(before, after).map((feature) => ({ stage: "show", dialect: client, feature, mode: "stream" }));
}

/** The gateway writes nothing after an error. */
function upToError<One extends { type: string }>(parts: One[]): One[] {
  const at = parts.findIndex(({ type }) => type === "error");
  return at < 0 ? parts : parts.slice(0, at + 1);
}

/**
 * The upstream's stream, cut after each of its events: unless what came was the whole response, the client sees a
 * failure.
 */
export function lostInTruncation({ client, upstream }: Cell): Loss[] {
  const { clientWire, upstreamWire } = playRequest({ client, upstream, ask: {}, mode: "stream" });
  const said = replyOf([{ type: "text", text: "one two three" }], "stop");
  const events = eventsOf(writeStream(upstream, partsOf(said), upstreamWire));
  const cuts = events.map((_, length) => {
    const parts = readStream(upstream, events.slice(0, length));
    const text = writeStream(client, upToError(parts), clientWire);
    const shown = fold(readStream(client, eventsOf(text)));
    const isWhole = textOf(shown.choices[0]?.content ?? []) === "one two three" && shown.choices[0]?.finish;
    return isWhole || shown.error !== undefined;
  });
  if (cuts.every(Boolean)) return [];
  return [{ stage: "show", dialect: client, feature: "the failure of a cut stream", mode: "stream" }];
}

function textOf(content: AssistantContent[]): string {
  return content.flatMap((part) => (part.type === "text" ? part.text : [])).join("");
}
