/** Dialect: a symmetric codec between one wire API and the canonical vocabulary. Every dialect has this shape. */
import type { Call, FileContent } from "#lib/canonical/call.ts";
import type { Part, Usage } from "#lib/canonical/part.ts";
import type { Reply } from "#lib/canonical/reply.ts";
import type { ErrorReader } from "#lib/http/error-reading.ts";
import type { WriteErrorBody } from "#lib/http/error-response.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";

/** Fields of the parsed request of every dialect. */
export type WireRequest = { model: string; stream?: boolean | null | undefined };

/** Identity of a response: made by the gateway, not by the upstream. */
export type ReplyIdentity = {
  id: string;
  /** Unix seconds. */
  created: number;
  /** As the client named it. */
  model: string;
  /** Returns the time now in Unix seconds, for APIs whose responses tell when they ended; unknown when absent. */
  readTime?: () => number;
};

/** One event of an upstream's stream; `event` is its name where the dialect uses names. */
export type WireEvent = { event?: string | undefined; data: string };

export type StreamReader = {
  read(event: WireEvent): void;
  /** Called when the upstream's bytes end: ends open Parts, or emits an error Part when the stream was cut short. */
  end(): void;
};

export type StreamWriter = {
  /** Returns the bytes of this Part: whole events, or "" when it needs none. */
  write(part: Part): string;
  /** Returns the bytes after the last Part of a successful stream; "" after an error Part. */
  end(): string;
};

/** Facts that the gateway reads from the last bytes of a relayed response, without the rest. */
export type TailReading = {
  /** False when the stream was cut before its proper end. */
  complete: boolean;
  /** True when `complete` holds only if the bytes end here: no final event has arrived, or the dialect has none. */
  mayGoOn?: boolean;
  usage?: Usage | undefined;
};

/** Changes the bytes of a relayed document on their way. */
export type BodyRewriter = {
  /** Returns the bytes to pass on; some may be held back for the next chunk. */
  push(chunk: Buffer): Buffer;
  /** Returns the bytes that were held back. */
  end(): Buffer;
};

/** Values from the request's path, in dialects that put them there. */
export type RouteParameters = { model?: string; stream?: boolean };

export type Dialect<Wire extends WireRequest = WireRequest> = {
  id: string;
  /** Place of the model's name in a request: the relay lane rewrites only this place. */
  modelPlace: "body" | "path";
  /** Appended to an upstream's base URL. */
  writeUpstreamPath(request: { model: string; stream: boolean }): string;
  /** Returns the API key's header and the headers that an upstream of this dialect always requires. */
  writeUpstreamHeaders(apiKey: string | undefined): Record<string, string>;
  /** Path of an upstream's model list, with all models on one page. */
  modelsPath: string;
  /** This dialect's names for openai-chat's fields, where they differ; used to report dropped fields. */
  fieldNames: Readonly<Record<string, string>>;
  /** Features that this API lacks and that the gateway can emulate. */
  lacks: {
    /** Number of stop sequences beyond which it takes none. */
    stopsOver?: number;
    /** True when a response does not say which sequence ended it. */
    stopName?: true;
    /** True when a request has one choice. */
    choices?: true;
    /** True when several tool calls at once cannot be forbidden. */
    oneToolCall?: true;
  };
  /** True when a response names the stop sequence that ended it. */
  showsStopSequence?: true;
  /** Lower-case names of client headers that go upstream on the relay lane. Never a credential. */
  relayedHeaders: readonly string[];
  /** Event that keeps an idle stream alive. */
  ping: string;
  /** Content type of a stream that is not server-sent events and so is never relayed. */
  streamContentType?: string;
  /** Creates a response id in the form that this dialect's clients know. */
  createId(): string;
  /** Checks a request body. @throws GatewayError 400 that names the field and what is expected */
  parseRequest(json: unknown, route?: RouteParameters): Wire;
  readRequest(wire: Wire): Call;
  /** Adds dropped fields to `call.dropped`. */
  writeRequest(call: Call): Record<string, unknown>;
  /** @throws GatewayError 502 when this is not a reply of this dialect */
  readReply(json: unknown): Reply;
  /** @param wire the client's request: some fields of the response depend on it */
  writeReply(reply: Reply, identity: ReplyIdentity, wire: Wire): Record<string, unknown>;
  /** True when a response can hold this file that the model made; otherwise the writers put a note in its place. */
  holdsFile(file: Pick<FileContent, "mediaType" | "data">): boolean;
  createStreamReader(emit: (part: Part) => void): StreamReader;
  createStreamWriter(identity: ReplyIdentity, wire: Wire): StreamWriter;
  /** The event that ends a failed stream (wire-formats §7.5). */
  writeStreamError(error: GatewayError): string;
  /** Error envelope in which this API's SDKs find the message. */
  writeErrorBody: WriteErrorBody;
  /** Reads the error of an upstream of this dialect; undefined when it cannot be read. */
  readError: ErrorReader;
  readStreamTail(tail: string): TailReading;
  readReplyUsage(body: Uint8Array): Usage | undefined;
};
