import type { EmbeddingsCall } from "#lib/canonical/embeddings-call.ts";
import { countInSlices } from "#lib/prompts/count-tokens.ts";
import { runInSlices } from "#lib/prompts/run-in-slices.ts";

/** Counts tokens as the gateway's own counter does, for upstreams that report none. */
export async function countInput({ inputs }: EmbeddingsCall): Promise<number> {
  const texts = inputs.flatMap(({ content }) => (typeof content === "string" ? [content] : []));
  const tokens = inputs.reduce((sum, { content }) => sum + (typeof content === "string" ? 0 : content.length), 0);
  return tokens + ((await runInSlices(countInSlices(texts))) ?? 0);
}
