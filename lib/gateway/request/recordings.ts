/** Recordings: makes the recorders of requests, and stores what they recorded. */
import type { HttpRequest } from "#lib/http/http-message.ts";
import type { Principal } from "./key-ring.ts";
import type { LogEntry } from "./log-entry.ts";
import type { Recorder } from "./recorder.ts";

export type RecordedRequest = { id: string; keyId: string };

export type Recordings = {
  /** Returns a recorder for `bodies` of a request; failed requests alone are kept with `errors`. */
  begin(
    bodies: "errors" | "all",
    of: { request: HttpRequest; principal: Pick<Principal, "keyId">; log: LogEntry },
  ): Recorder;
  /** Returns the requests that have ended and are not with the store yet. */
  readPending(): readonly RecordedRequest[];
  /** Resolves when every request that has ended is with the store. */
  settle(): Promise<void>;
  close(): Promise<void>;
};
