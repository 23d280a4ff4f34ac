/** Holds a part stream back until its first content: until then its failure is an error, and the target may change. */
import type { Part } from "#lib/canonical/part.ts";
import { errors } from "#lib/http/errors.ts";
import { runGuarded } from "../bodies/run-guarded.ts";
import { HOLD_LIMITS } from "../limits.ts";
import type { CallContext } from "./call-context.ts";
import { createDeadline, WITHOUT_LIMIT } from "./create-deadline.ts";
import { type HoldTerms, isContent, isDeliberateEnd } from "./hold-terms.ts";
import type { PartStream } from "./part-stream.ts";
import { toError } from "./respond-with-parts.ts";

/** @throws GatewayError the failure of the stream before its content; 499 when the client has disconnected */
export async function holdParts(
  { request, services, log, timeLimit }: Pick<CallContext, "request" | "services" | "log" | "timeLimit">,
  parts: PartStream,
  { ms, failsLate, isLast, onFailure }: HoldTerms,
): Promise<void> {
  const provider = String(log.upstream);
  const held: Part[] = [];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, ms, "late");
  });

  /** Ends the source, whose error would come too late. */
  function fail(error: unknown): never {
    void parts.return();
    throw error;
  }

  async function hold(): Promise<void> {
    while (held.length < HOLD_LIMITS.events) {
      if ((await Promise.race([parts.whenReady(), late])) === "late") {
        if (isLast || !failsLate) return;
        onFailure("stall");
        return fail(errors.upstreamFirstContentTimeout({ provider, ms }));
      }
      const { done, value } = await parts.next();
      if (done) {
        if (isLast || held.some(isDeliberateEnd)) return;
        onFailure("error-event");
        throw errors.upstreamStreamWithoutContent({ provider });
      }
      for (const part of value) {
        held.push(part);
        if (isContent(part)) {
          held.push(...value.slice(value.indexOf(part) + 1));
          return;
        }
        if (part.type === "error") {
          onFailure("error-event");
          return fail(toError(part));
        }
      }
    }
  }

  try {
    const deadline = timeLimit && createDeadline({ timeLimit }, WITHOUT_LIMIT);
    await runGuarded({ client: request.client, services }, { deadline, abort: (error) => parts.abort(error) }, hold);
  } finally {
    clearTimeout(timer);
  }
  parts.putBack(held);
}
