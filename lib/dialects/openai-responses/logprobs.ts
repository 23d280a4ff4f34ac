/** Log probabilities on the wire: one list for each output_text (wire-formats §2.6). */
import type { TokenLogprob } from "#lib/canonical/part.ts";
import type { ResponsesLogprob } from "#lib/contract/openai-responses/wire.ts";

/** Returns undefined for an empty list, which upstreams send when none were requested. */
export function readLogprobs(tokens: ResponsesLogprob[] | null | undefined): TokenLogprob[] | undefined {
  if (!tokens?.length) return undefined;
  return tokens.map(({ token, logprob, bytes, top_logprobs }) => ({
    token,
    logprob,
    bytes: bytes ?? null,
    top: (top_logprobs ?? []).map((top) => ({
      token: top.token ?? "",
      logprob: top.logprob ?? 0,
      bytes: top.bytes ?? null,
    })),
  }));
}

/** `bytes` and `top_logprobs` are always present: the SDKs require both. */
export function writeLogprobs(tokens: TokenLogprob[] | undefined): ResponsesLogprob[] {
  return (tokens ?? []).map(({ token, logprob, bytes, top }) => ({
    token,
    bytes: bytes ?? [...Buffer.from(token)],
    logprob,
    top_logprobs: top.map((alternative) => ({
      token: alternative.token,
      bytes: alternative.bytes ?? [...Buffer.from(alternative.token)],
      logprob: alternative.logprob,
    })),
  }));
}

/** The tokens of one response shared out among its texts, by the length of each. */
export function splitLogprobs(tokens: TokenLogprob[] | undefined, texts: string[]): (TokenLogprob[] | undefined)[] {
  if (!tokens) return texts.map(() => undefined);
  let next = 0;
  return texts.map((text, index) => {
    const from = next;
    for (let length = 0; next < tokens.length && length < text.length; next++)
      length += tokens[next]?.token.length ?? 0;
    if (index === texts.length - 1) next = tokens.length;
    return tokens.slice(from, next);
  });
}
