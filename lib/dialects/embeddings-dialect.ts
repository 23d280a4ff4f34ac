/** EmbeddingsDialect: a symmetric codec between one wire API for embeddings and the canonical vocabulary. */
import type { EmbeddingsCall, EmbeddingsReply } from "#lib/canonical/embeddings-call.ts";
import type { Usage } from "#lib/canonical/part.ts";

export type EmbeddingsDialect<Wire = unknown> = {
  id: string;
  /** Most inputs of one request. */
  mostInputs: number;
  /** @throws GatewayError 400 that names the field and what is expected */
  parseRequest(json: unknown): Wire;
  /** @throws GatewayError 400 for inputs that are no text */
  readRequest(wire: Wire): EmbeddingsCall;
  /** @param model upstream's name of the model */
  writeRequest(call: EmbeddingsCall, model: string): Record<string, unknown>;
  /** Names the fields that `writeRequest` cannot hold, in the spelling of the client. */
  listLosses(call: EmbeddingsCall): string[];
  /** @throws Error when this is not a reply of this API */
  readReply(json: unknown): EmbeddingsReply;
  /** @param model model as the client named it */
  writeReply(reply: EmbeddingsReply, of: { wire: Wire; model: string; inputTokens: number }): Record<string, unknown>;
  readReplyUsage(body: Uint8Array): Usage | undefined;
};

/** Bytes at the end of a reply in which its usage is. */
const USAGE_BYTES = 4_096;

/** Finds the number of input tokens in a relayed reply, by the name of its field: at the end, or else at the start. */
export function findInputTokens(body: Uint8Array, name: string): Usage | undefined {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const pattern = new RegExp(`"${name}"\\s*:\\s*(\\d+)`);
  const end = pattern.exec(buffer.toString("latin1", Math.max(0, buffer.length - USAGE_BYTES)));
  const found = end ?? pattern.exec(buffer.toString("latin1", 0, USAGE_BYTES));
  return found ? { inputTokens: Number(found[1]), outputTokens: 0 } : undefined;
}

/** Lists fields of a wire object that this codec does not know. */
export function listUnknownFields(wire: object, known: readonly string[]): string[] {
  return Object.entries(wire).flatMap(([name, value]) =>
    known.includes(name) || value === undefined || value === null ? [] : [name],
  );
}
