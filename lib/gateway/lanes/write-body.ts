/** Writes the body of a request to an upstream; a large one in pieces, with turns for other work between them. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { writeJson } from "#lib/http/write-json.ts";
import type { RequestBody } from "#lib/upstreams/send.ts";
import type { RequestContext } from "../request/context.ts";
import { LARGE_BODY } from "../request/read-json.ts";
import { sendInPieces } from "./send-in-pieces.ts";

/** @param value value in the upstream's dialect; large when the client's request was */
export async function writeBody({ log }: Pick<RequestContext, "log">, value: unknown): Promise<RequestBody> {
  if (log.requestBytes < LARGE_BODY) return { headers: {}, content: JSON.stringify(value) };
  await nextTurn();
  const pieces = await writeJson(value);
  // A trace and a dry run show the body, so it must be in one piece.
  return log.trace || log.dryRun ? { headers: {}, content: Buffer.concat(pieces) } : sendInPieces(pieces);
}
