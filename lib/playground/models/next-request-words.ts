/** The tokens and the highest price of a request that has not been sent, in words. */
import type { PreflightReply } from "#lib/contract/preflight.ts";
import { formatCount } from "../streams/metrics.ts";
import { formatCost } from "./cost.ts";

type Counted = Pick<PreflightReply, "input_tokens" | "input_tokens_by" | "max_output_tokens" | "worst_case_usd">;

/** @returns `words` for the message field, `detail` for its tooltip */
export function describeNextRequest(reply: Counted): { words: string; detail: string } {
  const { input_tokens: input, input_tokens_by: by, max_output_tokens: output, worst_case_usd: usd } = reply;
  const tokens = `${by === "estimate" ? "~" : ""}${formatCount(input)} ${input === 1 ? "token" : "tokens"}`;
  const length = output === null ? "" : ` and a response of ${formatCount(output)} tokens`;
  if (usd === null) return { words: tokens, detail: "Tokens of the next request. Its highest price is not known." };
  if (usd === 0) return { words: `${tokens} · free`, detail: "Tokens of the next request, which costs nothing." };
  const price = formatCost({ amount: usd, about: false });
  return { words: `${tokens} · up to ${price}`, detail: `Next request: its prompt${length} cost ${price} at most.` };
}
