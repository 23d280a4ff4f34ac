/** Recordings: makes the recorders of requests, and stores what they recorded. */
import type { HttpRequest } from "#lib/http/http-message.ts";
import type { Principal } from "./key-ring.ts";
import type { LogEntry } from "./log-entry.ts";
import type { Recorder } from "./recorder.ts";

export type Recordings = {
  /** Returns a recorder for `bodies` of a request; failed requests alone are kept with `errors`. */
  begin(
    bodies: "errors" | "all",
    of: { request: HttpRequest; principal: Pick<Principal, "keyId">; log: LogEntry },
  ): Recorder;
  /** Resolves when every request that has ended is with the store. */
  settle(): Promise<void>;
  close(): Promise<void>;
};
