/** Turns a stream of server-sent events into messages of a WebSocket (wire-formats §2.9). */
import { LARGEST_EVENT } from "#lib/gateway/limits.ts";
import { createEventReader, type ServerSentEvent } from "#lib/http/event-reader.ts";
import type { HttpResponse } from "#lib/http/http-message.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import type { ResponseObject } from "../response-object.ts";

/** Error in the form of its event. */
export type SocketError = {
  status: number;
  type: string;
  code: string;
  message: string;
  param: string | null;
  requestId?: string | undefined;
  /** JSON of the gateway's facts about the request. */
  facts?: string | undefined;
};

export type FrameOptions = {
  /** Named stream that the response belongs to, which each of its events names. */
  streamId: string | undefined;
  /** JSON of the gateway's facts about the response, which its first event has; undefined for none. */
  facts?: string | undefined;
  /** Id that the client continues, in place of the one that was sent. */
  previousId: string | undefined;
  /** True when the final object is needed. */
  readsFinal: boolean;
  send(text: string): void;
  /** Called with the final object; undefined for a response that failed, and for one that is not needed. */
  onFinal(isFailed: boolean, response: ResponseObject | undefined): void;
};

const FINAL = new Set(["response.completed", "response.incomplete", "response.failed"]);
/** Events that have the whole response object. */
const WHOLE = new Set(["response.created", "response.in_progress", "response.queued", ...FINAL]);
/** Beginning of an object that is not empty. */
const OBJECT = /^\{\s*"/;
const TYPE = /"type":\s*"([^"]+)"/;

/** Reads server-sent events and sends each as one message. */
export function createFrames({ streamId, facts, previousId, readsFinal, send, onFinal }: FrameOptions): {
  push(chunk: Buffer): void;
  end(): void;
} {
  let unsentFacts = facts;
  /** A response has one end, whatever an upstream sends after it. */
  let hasEnded = false;

  function write({ event, data: given }: ServerSentEvent): void {
    const data = given.trimStart();
    if (hasEnded || !OBJECT.test(data)) return;
    const type = event ?? TYPE.exec(data.slice(0, 200))?.[1];
    if (type === "error") {
      fail(readErrorEvent((parseJson(data) ?? {}) as ErrorFields));
      return;
    }
    const isFinal = FINAL.has(type ?? "");
    hasEnded = isFinal;
    let text = data;
    if ((isFinal && readsFinal) || (previousId !== undefined && WHOLE.has(type ?? ""))) {
      const parsed = parseJson(data) as { response?: ResponseObject } | undefined;
      if (!parsed) {
        fail(toSocketError(502, { code: "upstream_malformed", message: "An event of the response is no JSON." }));
        return;
      }
      if (previousId !== undefined && parsed.response) {
        parsed.response.previous_response_id = previousId;
        text = JSON.stringify(parsed);
      }
      if (isFinal) onFinal(type === "response.failed", parsed.response);
    } else if (isFinal) onFinal(type === "response.failed", undefined);
    send(withStreamId(withFacts(text, unsentFacts), streamId));
    unsentFacts = undefined;
  }

  function fail(error: SocketError): void {
    hasEnded = true;
    onFinal(true, undefined);
    send(writeErrorEvent(error, streamId));
  }

  return createEventReader({ onEvent: write, largestEvent: LARGEST_EVENT, onTooLarge: () => onFinal(true, undefined) });
}

/** Headers of a response that its first event has as `gateway`. */
const FACT = /^(?:x-gateway-.+|x-request-id|x-upstream-request-id)$/;

/** Returns the JSON of what HTTP tells in headers. */
export function writeFacts(headers: HttpResponse["headers"]): string {
  return JSON.stringify(Object.fromEntries(Object.entries(headers).filter(([name]) => FACT.test(name))));
}

/** @param text JSON of an object that is not empty */
function withFacts(text: string, facts: string | undefined): string {
  return facts === undefined ? text : `{"gateway":${facts},${text.slice(1)}`;
}

/** @param text JSON of an object that is not empty */
function withStreamId(text: string, streamId: string | undefined): string {
  return streamId === undefined ? text : `{"stream_id":"${streamId}",${text.slice(1)}`;
}

export function writeErrorEvent(
  { status, requestId, facts, ...error }: SocketError,
  streamId: string | undefined,
): string {
  const text = JSON.stringify({
    type: "error",
    status,
    error,
    ...(requestId === undefined ? {} : { request_id: requestId }),
  });
  return withStreamId(withFacts(text, facts), streamId);
}

type ErrorFields = { type?: unknown; code?: unknown; message?: unknown; param?: unknown };

/** Reads the error event of a stream, of the gateway or of an upstream. */
function readErrorEvent(event: ErrorFields & { error?: ErrorFields & { status?: unknown } }): SocketError {
  const { error } = event;
  const status = typeof error?.code === "number" ? error.code : 502;
  return toSocketError(status, {
    ...error,
    code: event.code ?? error?.status,
    message: event.message ?? error?.message,
  });
}

/** @param fields the error as some body or event has it */
export function toSocketError(status: number, { type, code, message, param }: ErrorFields): SocketError {
  const name = typeof type === "string" && type !== "error" ? type : "api_error";
  return {
    status,
    type: name,
    code: typeof code === "string" ? code : name,
    message: String(message ?? "The request failed."),
    param: typeof param === "string" ? param : null,
  };
}
