/** Takes notes of what goes to an upstream and comes from it, for an exchange that is kept. */
import type { ResponseHeaders } from "#lib/upstreams/receiver.ts";
import type { UpstreamRequest } from "#lib/upstreams/send.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";

export type UpstreamNotes = {
  noteSent(of: { upstream: Upstream; dialect: string; request: UpstreamRequest }): void;
  /** @param own whether the events are the upstream's alone, so that they are kept beside the answer's */
  noteAnswered(of: { status: number; headers: ResponseHeaders; own: boolean }): void;
  /** After `noteAnswered`. */
  noteEvents(bytes: Uint8Array): void;
};
