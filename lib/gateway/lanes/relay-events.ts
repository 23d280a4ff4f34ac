/**
 * Passes an upstream's events on whole and unread; the end of the stream is read once, from its first and last writes.
 */
import type { Dialect, TailReading } from "#lib/dialects/dialect.ts";
import { errors } from "#lib/http/errors.ts";
import { createFrameAligner } from "#lib/http/frame-aligner.ts";
import type { Receiver } from "#lib/upstreams/receiver.ts";
import { type ResponseHead, unexpectedBodyError } from "#lib/upstreams/unexpected-body-error.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { ResponseBody } from "../bodies/response-body.ts";
import { LARGEST_EVENT } from "../limits.ts";
import type { LogEntry } from "../request/log-entry.ts";
import { redactErrorBody } from "./redact-error-body.ts";
import { createStreamEnds } from "./stream-ends.ts";

/** Receives the body of a response after its head. */
export type BodyReceiver = Pick<Receiver, "onData" | "onEnd"> & {
  /** Called when the log entry ends without a proper end. */
  onCut?(): void;
  /** Returns true once the event that ends the stream has arrived: a disconnect now loses nothing. */
  isWhole?(): boolean;
};

/** Returns true when no part of the response can follow. */
export function isWhole({ complete, mayGoOn = false }: TailReading): boolean {
  return complete && !mayGoOn;
}

export function relayEvents({
  target,
  dialect,
  log,
  upstream,
  responseHead,
  pause,
  cancel,
}: {
  target: Pick<ResponseBody, "write" | "end" | "fail">;
  dialect: Pick<Dialect, "readStreamTail" | "readError">;
  log: LogEntry;
  upstream: Upstream;
  responseHead: ResponseHead;
  pause: () => void;
  cancel: () => void;
}): BodyReceiver {
  const ends = createStreamEnds();
  /** Logs the tokens of a cut stream: Anthropic's `message_start` has those of the prompt, which are billed. */
  const onCut = () => {
    log.usage = dialect.readStreamTail(ends.whole()).usage;
  };
  const aligner = createFrameAligner({
    largestEvent: LARGEST_EVENT,
    onTooLarge() {
      cancel();
      onCut();
      target.fail(errors.upstreamEventTooLarge({ provider: upstream.id, limit: LARGEST_EVENT }));
    },
  });
  return {
    onData(chunk) {
      const events = aligner.push(chunk);
      if (!events) return;
      ends.add(events);
      if (!target.write(redactErrorBody(events, upstream))) pause();
    },
    onEnd() {
      const rest = aligner.rest();
      const reading = dialect.readStreamTail(ends.tail(rest));
      if (reading.complete) {
        // An upstream's own error event ends a stream without its last counters; those of the prompt may be at the
        // beginning.
        if (reading.usage?.inputTokens === undefined) onCut();
        else log.usage = reading.usage;
        if (rest) target.write(upstream.redact.bytes(rest));
        target.end();
        return;
      }
      onCut();
      if (ends.whole() === "") {
        const body = rest ?? Buffer.alloc(0);
        const { readError } = dialect;
        target.fail(unexpectedBodyError({ ...responseHead, upstream, expected: "an event stream", body, readError }));
        return;
      }
      target.fail(errors.upstreamStreamTruncated({ provider: upstream.id }));
    },
    onCut,
    isWhole: () => isWhole(dialect.readStreamTail(ends.whole())),
  };
}
