/** Dialect: a symmetric codec between one wire convention and the canonical vocabulary. Every dialect has this shape. */
import type { Call, FileContent } from "#lib/canonical/call.ts";
import type { Part, Usage } from "#lib/canonical/part.ts";
import type { Reply } from "#lib/canonical/reply.ts";
import type { ErrorReader } from "#lib/http/error-reading.ts";
import type { ErrorBodyWriter } from "#lib/http/error-response.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";

/** What every dialect's parsed request has, whatever else is in it. */
export type WireRequest = { model: string; stream?: boolean | null | undefined };

/** What an answer says about itself: made by the gateway, not by the upstream. */
export type ReplyIdentity = {
  id: string;
  /** Unix seconds. */
  created: number;
  /** As the client named it. */
  model: string;
};

/** One event of an upstream's stream; `event` is its name where the dialect uses names. */
export type WireEvent = { event?: string | undefined; data: string };

export type StreamReader = {
  read(event: WireEvent): void;
  /** The upstream's bytes have ended: emits what was still open, or an error Part when the stream was cut short. */
  end(): void;
};

export type StreamWriter = {
  /** The bytes of this Part on the wire: whole events, or "" when it needs none of its own. */
  write(part: Part): string;
  /** What stands after the last Part of a stream that ended well. "" after an error Part. */
  end(): string;
};

/** What the gateway can tell from the last bytes of a relayed answer without having read the rest. */
export type TailReading = {
  /** False when the stream was cut before its proper end. */
  complete: boolean;
  /** Complete only if it ends here: the event that ends a stream has not come, or the convention has none. */
  mayGoOn?: boolean;
  usage?: Usage | undefined;
};

/** What a request's path says, in the dialect that puts it there. */
export type RouteParameters = { model?: string; stream?: boolean };

export type Dialect<Wire extends WireRequest = WireRequest> = {
  id: string;
  /** Where the model is named in a request: on the relay lane only this place is rewritten. */
  modelPlace: "body" | "path";
  /** Appended to an upstream's base URL. */
  upstreamPath(request: { model: string; stream: boolean }): string;
  /** The headers in which an upstream of this dialect takes its key, and those that it always wants. */
  upstreamHeaders(apiKey: string | undefined): Record<string, string>;
  /** Where an upstream of this dialect lists its models, all on one page. */
  modelsPath: string;
  /** How this dialect calls fields that openai-chat calls otherwise, for the names of what was dropped. */
  fieldNames: Readonly<Record<string, string>>;
  /** Lower-case names of client headers that go upstream on the relay lane. Never a credential. */
  relayedHeaders: readonly string[];
  /** The event that bridges a silence on a stream. */
  ping: string;
  /** Of a stream that is not one of server-sent events, and so never relayed. */
  streamContentType?: string;
  /** A fresh id for an answer, in the form that this convention's clients know. */
  createId(): string;
  /** Checks a request body. @throws GatewayError 400 that names the field and what is expected */
  parseRequest(json: unknown, route?: RouteParameters): Wire;
  readRequest(wire: Wire): Call;
  /** Adds to `call.dropped` what it cannot carry. */
  writeRequest(call: Call): Record<string, unknown>;
  /** @throws GatewayError 502 when this is not a reply of this dialect */
  readReply(json: unknown): Reply;
  /** @param wire the client's request: some fields of the answer depend on it */
  writeReply(reply: Reply, identity: ReplyIdentity, wire: Wire): Record<string, unknown>;
  /** Whether an answer can hold a file that the model made; its writers leave a note in the place of one that it cannot. */
  holdsFile(file: Pick<FileContent, "mediaType" | "data">): boolean;
  createStreamReader(emit: (part: Part) => void): StreamReader;
  createStreamWriter(identity: ReplyIdentity, wire: Wire): StreamWriter;
  /** The event that ends a failed stream (wire-formats §7.5). */
  streamError(error: GatewayError): string;
  /** The envelope in which this convention's SDKs look for an error's text. */
  errorBody: ErrorBodyWriter;
  /** What an upstream of this dialect said went wrong; undefined where it cannot be read. */
  readError: ErrorReader;
  readStreamTail(tail: string): TailReading;
  readReplyUsage(body: Uint8Array): Usage | undefined;
};
