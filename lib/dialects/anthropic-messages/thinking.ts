/** `thinking` and `output_config.effort` on the wire, one `reasoning` in the vocabulary (wire-formats §3.2). */
import { isDeepStrictEqual } from "node:util";
import type { Call, ReasoningEffort } from "#lib/canonical/call.ts";
import type { CountTokensRequest } from "#lib/contract/anthropic-messages/wire.ts";
import { DIALECT } from "./dialect-id.ts";
import { getThinkingForm } from "./model-generation.ts";

type Reasoning = NonNullable<Call["reasoning"]>;
type Thinking = { thinking?: Record<string, unknown>; effort?: string };

/** Smallest budget that the API accepts. */
const SMALLEST_BUDGET = 1_024;

/** Budgets for models without an effort; the rest of `max_tokens` is for the response. */
const BUDGETS: Record<Exclude<ReasoningEffort, "none">, number> = {
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 24_576,
  max: 30_000,
};

/** @returns `vendor`: the original fields, if `reasoning` alone cannot restore them */
export function readThinking(wire: Pick<CountTokensRequest, "thinking" | "output_config">): {
  reasoning?: Reasoning;
  vendor?: Thinking;
} {
  const thinking = wire.thinking ?? undefined;
  const effort = wire.output_config?.effort ?? undefined;
  if (!thinking && !effort) return {};
  const reasoning = readReasoningOptions(thinking, effort);
  const written = reasoning && toWire(reasoning);
  const requested: Thinking = { ...(thinking ? { thinking } : {}), ...(effort ? { effort } : {}) };
  return {
    ...(reasoning ? { reasoning } : {}),
    ...(isDeepStrictEqual(written, requested) ? {} : { vendor: requested }),
  };
}

function readReasoningOptions(
  thinking: CountTokensRequest["thinking"],
  effort: Exclude<ReasoningEffort, "none" | "minimal"> | undefined,
): Reasoning | undefined {
  switch (thinking?.type) {
    case "enabled":
      return { budgetTokens: thinking.budget_tokens, ...(effort ? { effort } : {}) };
    case "adaptive":
      // The API's default effort for adaptive thinking.
      return { effort: effort ?? "high" };
    case "disabled":
      return { effort: "none" };
    default:
      return effort && { effort };
  }
}

function toWire({ effort, budgetTokens }: Reasoning): Thinking {
  if (effort === "none" || budgetTokens === 0) return { thinking: { type: "disabled" } };
  const wireEffort = effort === "minimal" ? "low" : effort;
  if (budgetTokens !== undefined && budgetTokens > 0) {
    return {
      thinking: { type: "enabled", budget_tokens: budgetTokens },
      ...(wireEffort ? { effort: wireEffort } : {}),
    };
  }
  // High is the default, and naming it is a field more for servers that do not know it.
  return { thinking: { type: "adaptive" }, ...(wireEffort && wireEffort !== "high" ? { effort: wireEffort } : {}) };
}

/** Adds to `call.dropped` the fields that the model or the rest of the call does not allow. */
export function writeThinking(call: Call, maxTokens: number): Thinking {
  const vendorFields = call.vendor?.[DIALECT] as
    | { thinking?: unknown; output_config?: { effort?: unknown } }
    | undefined;
  // Fields that the client wrote itself are written back with the other vendor data.
  if (vendorFields && (vendorFields.thinking !== undefined || vendorFields.output_config?.effort !== undefined))
    return {};
  if (!call.reasoning) return {};
  const requested = toWire(call.reasoning);
  if (call.reasoning.effort === "minimal") call.dropped.push("output_config.effort");
  if (requested.thinking?.type === "disabled") return requested;
  // The API refuses thinking together with a forced tool.
  if (call.toolChoice && isForced(call.toolChoice)) return withoutThinking(call, requested);
  const form = getThinkingForm(call.model);
  if (form === "none") return withoutThinking(call, {});
  if (requested.thinking?.type === "adaptive") {
    if (form !== "budget") return requested;
    const effort = call.reasoning.effort ?? "high";
    return withBudget({
      call,
      asked: {},
      budget: BUDGETS[effort === "none" ? "low" : effort],
      maxTokens,
      exact: false,
    });
  }
  const budget = requested.thinking?.budget_tokens as number;
  if (form !== "adaptive") return withBudget({ call, asked: requested, budget, maxTokens, exact: true });
  call.dropped.push("thinking.budget_tokens");
  return { thinking: { type: "adaptive" }, effort: requested.effort ?? readEffort(budget) };
}

function withBudget({
  call,
  asked: requested,
  budget,
  maxTokens,
  exact,
}: {
  call: Call;
  asked: Thinking;
  budget: number;
  maxTokens: number;
  /** True when the client set this budget itself. */
  exact: boolean;
}): Thinking {
  const allowed = Math.min(Math.max(budget, SMALLEST_BUDGET), maxTokens - 1);
  if (allowed < SMALLEST_BUDGET || !canResumeThinking(call)) return withoutThinking(call, requested);
  if (exact && allowed !== budget) call.dropped.push("thinking.budget_tokens");
  return { ...requested, thinking: { type: "enabled", budget_tokens: allowed } };
}

function withoutThinking(call: Call, { effort }: Thinking): Thinking {
  call.dropped.push("thinking");
  return effort ? { effort } : {};
}

function isForced(choice: NonNullable<Call["toolChoice"]>): boolean {
  return choice.mode === "required" || choice.mode === "tool" || (choice.mode === "allowed" && choice.require);
}

/**
 * With a budget, a turn that continues after tool results must begin with the signed thinking that led to the calls.
 * Another upstream's response has none, and a client may have dropped it.
 */
function canResumeThinking({ messages }: Call): boolean {
  if (messages.at(-1)?.role !== "tool") return true;
  const turn = messages.findLast((message) => message.role === "assistant");
  const [first] = Array.isArray(turn?.content) ? turn.content : [];
  return first?.type === "reasoning" && first.vendor?.[DIALECT] !== undefined;
}

function readEffort(budget: number): string {
  if (budget <= BUDGETS.low) return "low";
  return budget <= BUDGETS.medium ? "medium" : "high";
}
