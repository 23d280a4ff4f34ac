import { ADMIN_KEY, type Target } from "./targets.ts";

/** Limits that are checked for each request, and never reached. */
const LIMITS = {
  limits: { requests_per_minute: 100_000_000, tokens_per_minute: 1_000_000_000, concurrent_requests: 1_000_000 },
  budget: { usd_per_day: 1_000_000, usd_per_month: 1_000_000 },
};

/** Creates a key with limits and a budget over HTTP, and returns its secret. */
export async function createLimitedKey({ origin }: Target): Promise<string> {
  const response = await fetch(`${origin}/api/keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "bench, limited", ...LIMITS }),
  });
  const { secret } = (await response.json()) as { secret?: string };
  if (secret === undefined) throw new Error(`no limited key could be made: ${response.status}`);
  return secret;
}
