/** Published facts of a vendor's models, from a table in a package: no network request is made. */
import type { ModelPrice } from "@pydantic/genai-prices";
import { LRUCache } from "lru-cache";
import type { ModelEntry } from "./model-entry.ts";
import { AUDIO_VARIANT, BATCH_VARIANT, toBatchPrices, withoutVariant } from "./price-variants.ts";

export type PublishedFacts = Pick<ModelEntry, "pricing" | "contextWindow">;

const NOTHING: PublishedFacts = {};

type FindFacts = (model: string) => PublishedFacts;

/** Finders by base URL. A search of the table takes as long as a request is relayed in. */
const finders = new LRUCache<string, FindFacts | Promise<FindFacts>>({ max: 1_000 });
/** Models that one finder remembers; prices can change with the time of day. */
const REMEMBERED = { max: 2_000, ttl: 600_000 };

/**
 * Returns facts of the vendor at this URL only: a model of the same name on another server has another price. The table
 * is loaded when it is first needed, by a model list or a key with a budget; until then the result is a promise.
 */
export function findPublishedModels(baseUrl: string): FindFacts | Promise<FindFacts> {
  const known = finders.get(baseUrl);
  if (known) return known;
  const opening = openFinder(baseUrl).then((finder) => {
    finders.set(baseUrl, finder);
    return finder;
  });
  finders.set(baseUrl, opening);
  return opening;
}

async function openFinder(baseUrl: string): Promise<FindFacts> {
  const { calcPrice, findProvider } = await import("@pydantic/genai-prices");
  const provider = findProvider({ providerApiUrl: baseUrl });
  if (!provider) return () => NOTHING;
  const facts = new LRUCache<string, PublishedFacts>(REMEMBERED);
  return (model) => {
    const remembered = facts.get(model);
    if (remembered) return remembered;
    const found = readFacts(model);
    facts.set(model, found);
    return found;
  };

  function readFacts(model: string): PublishedFacts {
    const ofBatch = withoutVariant(model, BATCH_VARIANT);
    if (ofBatch !== undefined) {
      const pricing = toBatchPrices(readFacts(ofBatch).pricing);
      return pricing ? { pricing } : NOTHING;
    }
    const ofAudio = withoutVariant(model, AUDIO_VARIANT);
    if (ofAudio !== undefined) {
      const prices = calcPrice({}, ofAudio, { provider })?.model_price;
      const pricing = prices && readAudioPrices(prices);
      return pricing ? { pricing } : NOTHING;
    }
    const found = calcPrice({}, model, { provider });
    if (!found) return NOTHING;
    const pricing = readPrices(found.model_price, { hasOutput: !EMBEDDING_MODEL.test(found.model.id) });
    const { context_window: contextWindow } = found.model;
    return { ...(pricing ? { pricing } : {}), ...(contextWindow ? { contextWindow } : {}) };
  }
}

type Rate = ModelPrice[string];

/** Models whose output has no tokens, so that the table has no price of it. */
const EMBEDDING_MODEL = /embed/i;

/** Returns undefined for a model that is not priced by input and output token. The table has no prices of images. */
function readPrices(prices: ModelPrice, { hasOutput }: { hasOutput: boolean }): ModelEntry["pricing"] {
  const { input_mtok, cache_read_mtok, cache_write_mtok, output_mtok, requests_kcount } = prices;
  const [input, cached, written] = [input_mtok, cache_read_mtok, cache_write_mtok].map(getBase);
  const output = getBase(output_mtok) ?? (hasOutput ? undefined : 0);
  if (input === undefined || output === undefined) return undefined;
  const thousandRequests = getBase(requests_kcount);
  const limits = Object.values(prices).flatMap((rate) =>
    typeof rate === "object" ? rate.tiers.map(({ start }) => start) : [],
  );
  return {
    input,
    ...(cached === undefined ? {} : { cached_input: cached }),
    ...(written === undefined ? {} : { cache_write: written }),
    output,
    ...(thousandRequests === undefined ? {} : { per_request: thousandRequests / 1_000 }),
    ...(limits.length > 0 ? { up_to_input_tokens: Math.min(...limits) } : {}),
  };
}

function readAudioPrices({
  input_audio_mtok,
  cache_audio_read_mtok,
  output_audio_mtok,
}: ModelPrice): ModelEntry["pricing"] {
  const [input, cached, output] = [input_audio_mtok, cache_audio_read_mtok, output_audio_mtok].map(getBase);
  if (input === undefined || output === undefined) return undefined;
  return { input, ...(cached === undefined ? {} : { cached_input: cached }), output };
}

function getBase(rate: Rate): number | undefined {
  return typeof rate === "object" ? rate.base : rate;
}
