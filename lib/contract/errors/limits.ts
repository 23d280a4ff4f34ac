/** Errors of the limits and budgets of keys. */
import { defineErrors } from "./define-errors.ts";
import { alternatives, count, quote } from "./wording.ts";

/** Owner of a limit: the key itself, or its group. */
type Owner = { /** Such as `This key` or `The group "ci"`. */ owner: string };

/** Formats `1 request` and `60 requests`. */
const amount = (limit: number, unit: "requests" | "tokens") =>
  `${count(limit)} ${limit === 1 ? unit.slice(0, -1) : unit}`;

const retryAfter = ({ seconds }: { seconds: number }) => ({ "retry-after": String(seconds) });

export const limitErrors = defineErrors({
  rateLimitExceeded: {
    status: 429,
    code: "rate_limit_exceeded",
    headers: retryAfter,
    message: ({
      owner,
      unit,
      limit,
      seconds,
    }: Owner & { unit: "requests" | "tokens"; limit: number; seconds: number }) =>
      `${owner} has a limit of ${amount(limit, unit)} per minute. Send this request again in ${seconds} s.`,
    sample: { owner: "This key", unit: "requests", limit: 60, seconds: 12 },
  },
  concurrencyExceeded: {
    status: 429,
    code: "concurrency_exceeded",
    headers: retryAfter,
    message: ({ owner, limit }: Owner & { limit: number; seconds: number }) =>
      `${owner} has a limit of ${amount(limit, "requests")} at the same time. Send this request again when one has ended.`,
    sample: { owner: "This key", limit: 4, seconds: 1 },
  },
  budgetExhausted: {
    status: 402,
    type: "billing_error",
    code: "budget_exhausted",
    headers: { "x-should-retry": "false" },
    message: ({ owner, usd, period, renewsAt }: Owner & { usd: number; period: "day" | "month"; renewsAt: string }) =>
      `${owner} has used its budget of $${usd} per ${period}. It renews at ${renewsAt}; an admin can raise it.`,
    sample: { owner: "This key", usd: 5, period: "day", renewsAt: "2026-12-01T00:00:00Z" },
  },
  limitsUnavailable: {
    status: 503,
    code: "limits_unavailable",
    headers: retryAfter,
    message: ({ seconds }: { seconds: number }) =>
      `The limits of this key cannot be checked, because the store that counts them cannot be reached. Send this request again in ${seconds} s.`,
    sample: { seconds: 2 },
  },
  modelHasNoPrice: {
    status: 403,
    code: "model_without_price",
    param: "model",
    message: ({ model }: { model: string }) =>
      `The price of the model ${quote(model)} is unknown, and this key has a budget. Choose another model, or add its price to the config.`,
    sample: { model: "local/llama-4" },
  },
  modelNotAllowed: {
    status: 403,
    code: "model_not_allowed",
    param: "model",
    message: ({ model, owner, allowed }: Owner & { model: string; allowed: readonly string[] }) =>
      `${owner} may not call the model ${quote(model)}. Use ${alternatives(allowed)}.`,
    sample: { model: "openai/gpt-5", owner: "This key", allowed: ["fast", "sandbox/*"] },
  },
  routeNotAllowed: {
    status: 403,
    code: "route_not_allowed",
    message: ({ route, owner, allowed }: Owner & { route: string; allowed: readonly string[] }) =>
      `${owner} may not use the ${route} routes. It may use ${allowed.length > 0 ? alternatives(allowed) : "none"}.`,
    sample: { route: "videos", owner: "This key", allowed: ["chat", "images"] },
  },
});
