/** Writes Parts as a stream of response events (wire-formats §2.6), in the order that the strict helper of openai 7 accepts. */
import type { FinishReason, Part, PartOf, Usage } from "#lib/canonical/part.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { ReplyIdentity, StreamWriter } from "../dialect.ts";
import { DIALECT } from "./dialect-id.ts";
import { streamError } from "./errors.ts";
import { createEventWriter } from "./event-writer.ts";
import { writeFinishReason } from "./finish-reason.ts";
import { createOutputWriter } from "./output-writer.ts";
import { finalResponse, openResponse } from "./response-object.ts";
import type { ResponsesRequest } from "./wire.ts";

export function createStreamWriter(identity: ReplyIdentity, wire: ResponsesRequest): StreamWriter {
  const events = createEventWriter();
  const output = createOutputWriter(events, identity.id);
  let upstream: Record<string, unknown> | undefined;
  let reason: FinishReason | undefined;
  let usage: Usage | undefined;
  let hasRefusal = false;
  let begun = false;
  let ended = false;

  function begin(part?: PartOf<"start">): string {
    if (begun) return "";
    begun = true;
    upstream = part?.vendor?.[DIALECT];
    const response = openResponse(identity, wire, upstream);
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
        ended = true;
        return streamError(
          new GatewayError({ status: part.status, message: part.message, ...(part.code ? { code: part.code } : {}) }),
          events.next(),
        );
      case "refusal-delta":
        hasRefusal = true;
        return begin() + output.write(part);
      default:
        return begin() + output.write(part);
    }
  }

  return {
    // Of several samples only the first: this wire has no place for more.
    write: (part) => (ended || ("choice" in part && part.choice !== 0) ? "" : writePart(part)),
    end(): string {
      if (ended) return "";
      ended = true;
      const opened = begin();
      const ending = writeFinishReason(reason, hasRefusal);
      const items = output.items();
      const response = finalResponse({ identity, wire, ending, items, usage, upstream });
      return opened + events.event(`response.${ending.status}`, { response });
    },
  };
}
