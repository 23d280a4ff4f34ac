/** Layout of the model list: pinned, recent, then each upstream, and why some cannot be chosen. */
import { type Model, searchModels, type UnavailableUpstream } from "./models.ts";

export type ModelShelf = {
  /** The upstream's id, or one of the names below. */
  name: string;
  models: Model[];
  /** Why the upstream's models cannot be chosen, in the gateway's words. */
  problem?: string;
};

/** Names of shelves that no upstream can have. */
export const PINNED = ":pinned";
export const RECENT = ":recent";
export const BEHAVIOURS = ":behaviours";

const MAXIMUM_RECENT_SHOWN = 4;
/**
 * Length from which recent models have a group: a shorter list is visible nearly whole, and moved models would only be
 * hard to find.
 */
const LONG_LIST = 16;

/** Puts each model in one group. A search ignores recent models, but pinned ones stay first. */
export function shelveModels(
  models: readonly Model[],
  {
    query = "",
    pinned = [],
    recent = [],
    unavailable = [],
  }: {
    query?: string;
    pinned?: readonly string[];
    recent?: readonly string[];
    unavailable?: readonly UnavailableUpstream[];
  },
): ModelShelf[] {
  const groups = searchModels(models, query);
  const all = groups.flatMap(({ models: members }) => members);
  const find = (ids: readonly string[]) => ids.flatMap((id) => all.find((model) => model.id === id) ?? []);
  const problems = new Map(unavailable.map(({ upstream, message }) => [upstream, message]));
  const pins = find(pinned);
  const searched = query.trim() !== "";
  const latest =
    searched || all.length < LONG_LIST
      ? []
      : find(recent)
          .filter((model) => !pins.includes(model))
          .slice(0, MAXIMUM_RECENT_SHOWN);
  const moved = new Set([...pins, ...latest]);
  const listed = groups.map(({ upstream, models: members }): ModelShelf => {
    const problem = problems.get(upstream);
    return {
      name: upstream,
      models: members.filter((model) => !moved.has(model) && !isTestBehaviour(model)),
      ...(problem === undefined ? {} : { problem }),
    };
  });
  const known = new Set(models.map(({ upstream }) => upstream));
  const silent = [...problems].filter(([upstream]) => !known.has(upstream) && matches(upstream, query));
  const behaviours = all.filter((model) => !moved.has(model) && isTestBehaviour(model));
  const shelves: ModelShelf[] = [
    { name: PINNED, models: pins },
    { name: RECENT, models: latest },
    ...listed,
    { name: BEHAVIOURS, models: behaviours },
  ];
  return [
    ...shelves.filter((shelf) => shelf.models.length > 0),
    ...silent.map(([upstream, problem]) => ({ name: upstream, models: [], problem })),
  ];
}

/** Returns true for a model that tests a client: one that fails, waits, breaks off or sends hostile content. */
function isTestBehaviour({ id }: Model): boolean {
  return /^sandbox\/(?:garbage$|(?:fault|slow|cut|long)-\d+$)/.test(id);
}

/** Returns the model id that a search can name: text without spaces that is no listed id. */
export function readTypedId(query: string, models: readonly Model[]): string | undefined {
  const id = query.trim();
  if (id === "" || /\s/.test(id) || id.length > 300) return undefined;
  return models.some((model) => model.id === id) ? undefined : id;
}

function matches(upstream: string, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => upstream.toLowerCase().includes(word));
}
