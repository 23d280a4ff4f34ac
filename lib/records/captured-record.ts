/** CapturedRecord: a record whose bodies are bytes as they were on the wire, secrets included. It is never stored. */
import type {
  RecordedAttempt,
  RecordedRequest,
  RecordedResponse,
  RequestRecord,
} from "#lib/contract/request-record.ts";

/** Chunks with their times in milliseconds since the request arrived. */
export type CapturedBody = {
  chunks: [at: number, bytes: Uint8Array][];
  /** Bytes on the wire. */
  bytes: number;
  /** True when chunks are missing, since the body was longer than the limit. */
  isTooLong: boolean;
  /** Media that are references already. */
  media?: number;
};

type WithBody<Message> = Omit<Message, "body"> & { body?: CapturedBody };

export type CapturedRequest = WithBody<RecordedRequest>;
export type CapturedResponse = WithBody<RecordedResponse>;
export type CapturedAttempt = Omit<RecordedAttempt, "request" | "response"> & {
  request: CapturedRequest;
  response?: CapturedResponse;
};
export type CapturedRecord = Omit<RequestRecord, "request" | "response" | "attempts"> & {
  request: CapturedRequest;
  response?: CapturedResponse;
  attempts: CapturedAttempt[];
};
