/** Log probabilities on the wire (wire-formats §1.5). */
import type { TokenLogprob } from "#lib/canonical/part.ts";
import type { ChatLogprob } from "#lib/contract/openai-chat/wire.ts";

export function readLogprobs(tokens: ChatLogprob[] | null | undefined): TokenLogprob[] | undefined {
  return tokens?.map(({ token, logprob, bytes, top_logprobs }) => ({
    token,
    logprob,
    bytes: bytes ?? null,
    top: (top_logprobs ?? []).map((top) => ({ token: top.token, logprob: top.logprob, bytes: top.bytes ?? null })),
  }));
}

/** `top_logprobs` is always present: the AI SDK requires it. */
export function writeLogprobs(tokens: TokenLogprob[]): ChatLogprob[] {
  return tokens.map(({ token, logprob, bytes, top }) => ({ token, logprob, bytes, top_logprobs: top }));
}
