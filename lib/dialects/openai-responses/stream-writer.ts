/**
 * Writes Parts as a stream of response events (wire-formats §2.6), in the order that the strict helper of openai 7
 * accepts.
 */
import type { FinishReason, Part, PartOf, Usage } from "#lib/canonical/part.ts";
import type { ResponsesRequest } from "#lib/contract/openai-responses/wire.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { ReplyIdentity, StreamWriter } from "../dialect.ts";
import { DIALECT } from "./dialect-id.ts";
import { writeStreamError } from "./errors.ts";
import { createEventWriter } from "./event-writer.ts";
import { writeFinishReason } from "./finish-reason.ts";
import { createOutputWriter } from "./output-writer.ts";
import { writeFinalResponse, writeOpenResponse } from "./response-object.ts";

export function createStreamWriter(identity: ReplyIdentity, wire: ResponsesRequest): StreamWriter {
  const events = createEventWriter();
  const output = createOutputWriter(events, identity.id);
  let upstream: Record<string, unknown> | undefined;
  let reason: FinishReason | undefined;
  let usage: Usage | undefined;
  let hasRefusal = false;
  let begun = false;
  let failed = false;
  /** The number of the event that ends the stream, once that was written. */
  let endNumber: number | undefined;

  function begin(part?: PartOf<"start">): string {
    if (begun) return "";
    begun = true;
    upstream = part?.vendor?.[DIALECT];
    const response = writeOpenResponse(identity, wire, upstream);
    return events.event("response.created", { response }) + events.event("response.in_progress", { response });
  }

  function writePart(part: Part): string {
    switch (part.type) {
      case "start":
        return begin(part);
      case "finish": {
        reason = part.reason;
        upstream = { ...upstream, ...part.vendor?.[DIALECT] };
        return begin() + output.closeAll(writeFinishReason(reason, hasRefusal).status);
      }
      case "usage":
        usage = part.usage;
        return "";
      case "error":
        failed = true;
        return writeStreamError(
          new GatewayError({ status: part.status, message: part.message, ...(part.code ? { code: part.code } : {}) }),
          endNumber ?? events.next(),
        );
      case "refusal-delta":
        hasRefusal = true;
        return begin() + output.write(part);
      default:
        return begin() + output.write(part);
    }
  }

  return {
    write(part) {
      // The end of a response that cannot be stored is never sent: an error replaces it.
      if (failed || (endNumber !== undefined && part.type !== "error")) return "";
      // Only the first of several choices is written: this API has no place for more.
      return "choice" in part && part.choice !== 0 ? "" : writePart(part);
    },
    end(): string {
      if (failed || endNumber !== undefined) return "";
      const opened = begin();
      endNumber = events.next();
      const ending = writeFinishReason(reason, hasRefusal);
      const items = output.items();
      const response = writeFinalResponse({ identity, wire, ending, items, usage, upstream });
      return opened + events.event(`response.${ending.status}`, { response });
    },
  };
}
