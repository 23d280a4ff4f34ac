/** Limits of keys in words. */
import type { LimitUse } from "#lib/contract/key-policy.ts";

export type LimitName = LimitUse["limit"];

type LimitWords = {
  label: string;
  /** Path of the field in a request, as errors of the gateway name it. */
  param: string;
  /** Unit after an amount, in a table. */
  unit: string;
  isMoney: boolean;
};

export const LIMITS: Readonly<Record<LimitName, LimitWords>> = {
  requests_per_minute: {
    label: "Requests per minute",
    param: "limits.requests_per_minute",
    unit: "requests/min",
    isMoney: false,
  },
  tokens_per_minute: {
    label: "Tokens per minute",
    param: "limits.tokens_per_minute",
    unit: "tokens/min",
    isMoney: false,
  },
  concurrent_requests: {
    label: "Concurrent requests",
    param: "limits.concurrent_requests",
    unit: "at once",
    isMoney: false,
  },
  usd_per_day: { label: "Budget per day", param: "budget.usd_per_day", unit: "per day", isMoney: true },
  usd_per_month: { label: "Budget per month", param: "budget.usd_per_month", unit: "per month", isMoney: true },
};

export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];

/** Formats an amount of a limit: "1,200" or "$0.45". */
export function formatAmount(limit: LimitName, amount: number): string {
  if (!LIMITS[limit].isMoney) return Math.round(amount).toLocaleString("en");
  // Costs of single requests are far below a cent.
  const digits = amount > 0 && amount < 0.01 ? 4 : 2;
  const text = amount.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `$${text.replace(/\.00$/, "")}`;
}

/** Describes what is left: "48 of 60 requests/min left". */
export function describeRemaining({ limit, amount, remaining }: LimitUse): string {
  return `${formatAmount(limit, remaining)} of ${formatAmount(limit, amount)} ${LIMITS[limit].unit} left`;
}

/** Describes what is used: "$4.55 of $5 per day". */
export function describeUsed({ limit, amount, used }: LimitUse): string {
  return `${formatAmount(limit, used)} of ${formatAmount(limit, amount)} ${LIMITS[limit].unit}`;
}

/** Returns the limit of which the smallest share is left; undefined without limits. */
export function findTightest(uses: readonly LimitUse[]): LimitUse | undefined {
  const share = ({ amount, remaining }: LimitUse) => (amount === 0 ? 0 : remaining / amount);
  return uses.toSorted((one, other) => share(one) - share(other))[0];
}
