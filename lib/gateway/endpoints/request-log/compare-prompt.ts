/** Compares the prompt of a request with that of the request before it in its conversation. */
import type { PromptCacheComparison } from "#lib/contract/prompt-cache.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { openPriceList } from "#lib/gateway/routing/price-list.ts";
import { comparePrefixes, countEqualMessages, type PrefixComparison } from "#lib/prompts/compare-prefixes.ts";
import { type PromptPrefix, readPrefix } from "#lib/prompts/prompt-prefix.ts";
import type { PrefixRow } from "#lib/store/request-log-row.ts";
import type { RequestLogRow } from "#lib/store/store.ts";

/** Longest time that a provider's cache keeps a prompt. */
const CACHED_MS = 3_600_000;
/** Requests of a key that are looked through for the one before. */
const CANDIDATES = 100;

type Prompt = PrefixRow & { read: PromptPrefix };

/** @returns null for a request without a prompt, or without one before it */
export async function comparePrompt(
  { id, keyId, time }: RequestLogRow,
  services: Services,
): Promise<PromptCacheComparison | null> {
  if (keyId === null) return null;
  const range = { since: time - CACHED_MS, through: time, limit: CANDIDATES };
  const rows = await services.store.requestLog.listPrefixes({ keyId, ...range });
  const at = rows.findIndex((row) => row.id === id);
  const [own, ...earlier] = rows.slice(at).map((row): Prompt => ({ ...row, read: readPrefix(row.prefix) }));
  if (at < 0 || !own) return null;
  const found = findPrevious(own, earlier);
  return found ? describe(own, found, services) : null;
}

type Found = { previous: Prompt; matchedBy: PromptCacheComparison["matched_by"] };

/** Prefers a request that names the same conversation, then the one with the most equal messages, then the newest. */
function findPrevious(own: Prompt, earlier: readonly Prompt[]): Found | undefined {
  const sessions = new Set(own.read.sessions);
  const named = earlier.filter(({ read }) => read.sessions.some((one) => sessions.has(one)));
  const candidates = named.length > 0 ? named : earlier;
  let best: { previous: Prompt; equal: number } | undefined;
  for (const previous of candidates) {
    const equal = countEqualMessages(previous.read, own.read);
    if (!best || equal > best.equal) best = { previous, equal };
  }
  if (!best || (named.length === 0 && best.equal === 0)) return undefined;
  return { previous: best.previous, matchedBy: named.length > 0 ? "session" : "prefix" };
}

async function describe(
  own: Prompt,
  { previous, matchedBy }: Found,
  services: Services,
): Promise<PromptCacheComparison> {
  const model = (row: PrefixRow) => row.target ?? row.model;
  const isOtherModel = model(own) !== model(previous);
  const compared: PrefixComparison = isOtherModel
    ? { break: { cause: "model", part: null, index: null, was: null }, share: 0 }
    : comparePrefixes(previous.read, own.read);
  const shared = previous.inputTokens === null ? null : Math.round(previous.inputTokens * compared.share);
  const lost = compared.break ? findLostTokens(own, previous, shared) : 0;
  return {
    previous: { id: previous.id, time: previous.time, model: model(previous) },
    matched_by: matchedBy,
    break: compared.break ?? null,
    shared_tokens: shared,
    lost_tokens: lost,
    lost_cost: lost === null ? null : await findLostCost(own, lost, services),
  };
}

/** Tokens of the earlier prompt that could have come from the cache, and did not. */
function findLostTokens(own: Prompt, previous: Prompt, shared: number | null): number | null {
  if (shared === null || previous.inputTokens === null || own.inputTokens === null) return null;
  const possible = Math.min(previous.inputTokens, own.inputTokens);
  return Math.max(0, possible - Math.max(shared, own.cachedTokens ?? 0));
}

/** US dollars above the price of cached tokens; null where either price is unknown. */
async function findLostCost(
  { upstream, model, target }: Prompt,
  tokens: number,
  services: Services,
): Promise<number | null> {
  const prices = (await openPriceList(services, [upstream])).findPrices({ upstream, model: target ?? model });
  if (prices?.input === undefined || prices.cached_input === undefined) return null;
  return (tokens * Math.max(0, prices.input - prices.cached_input)) / 1_000_000;
}
