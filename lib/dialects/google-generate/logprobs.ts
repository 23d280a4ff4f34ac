/** Log probabilities on the wire (wire-formats §4.7). */
import type { TokenLogprob } from "#lib/canonical/part.ts";
import type { GoogleLogprobs, GoogleTokenLogprob } from "#lib/contract/google-generate/wire.ts";

export function readLogprobs(wire: GoogleLogprobs | undefined): TokenLogprob[] | undefined {
  return wire?.chosenCandidates?.map((chosen, index) => ({
    ...readToken(chosen),
    top: (wire.topCandidates?.[index]?.candidates ?? []).map(readToken),
  }));
}

function readToken({ token = "", logProbability = 0 }: GoogleTokenLogprob): {
  token: string;
  logprob: number;
  bytes: number[] | null;
} {
  // Half a character is shown as the replacement character: its bytes are not known.
  const bytes = token.includes("\ufffd") ? null : [...Buffer.from(token)];
  return { token, logprob: logProbability, bytes };
}

export function writeLogprobs(tokens: TokenLogprob[]): GoogleLogprobs {
  const hasTop = tokens.some(({ top }) => top.length > 0);
  return {
    ...(hasTop ? { topCandidates: tokens.map(({ top }) => ({ candidates: top.map(writeToken) })) } : {}),
    chosenCandidates: tokens.map(writeToken),
  };
}

function writeToken({ token, logprob }: { token: string; logprob: number }): GoogleTokenLogprob {
  return { token, logProbability: logprob };
}
