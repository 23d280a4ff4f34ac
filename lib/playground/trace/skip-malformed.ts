import { WireIndexError } from "#lib/contract/wire-index.ts";
import type { ResponseReader } from "../conversation/model-response.ts";

/** Wraps a reader for the trace of a request, which shows all events: malformed ones add nothing. */
export function skipMalformed(reader: ResponseReader): ResponseReader {
  return {
    apply(event) {
      try {
        return reader.apply(event);
      } catch (error) {
        if (!(error instanceof WireIndexError)) throw error;
        return { content: false, reasoning: false };
      }
    },
    snapshot: reader.snapshot,
  };
}
