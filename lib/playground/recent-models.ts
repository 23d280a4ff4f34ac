/** Models that were chosen last stand first in a list that is too long to be seen at once. */
import type { Model } from "./models.ts";

type ModelGroup = { upstream: string; models: Model[] };

/** The name of their group; no upstream can have it. */
export const RECENT = ":recent";

const STORAGE_KEY = "parlance.recent-models";
/** What is kept is more than what is shown: some of them answer on other pages alone. */
const MOST_KEPT = 24;
const MOST_SHOWN = 4;
const LONG_LIST = 16;

/** Ids, the newest first. */
export function readRecentModels(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export function noteChosenModel(id: string): void {
  try {
    const ids = [id, ...readRecentModels().filter((other) => other !== id)].slice(0, MOST_KEPT);
    localStorage.setItem(STORAGE_KEY, JSON.stringify(ids));
  } catch {
    // Storage is forbidden or full: the list stays as it is.
  }
}

/** Moves recent models into a group of their own in front; a short list stays as it is. */
export function withRecentModels(groups: readonly ModelGroup[], recent: readonly string[]): ModelGroup[] {
  const all = groups.flatMap(({ models }) => models);
  if (all.length < LONG_LIST) return [...groups];
  const models = recent.flatMap((id) => all.find((model) => model.id === id) ?? []).slice(0, MOST_SHOWN);
  if (models.length === 0) return [...groups];
  const others = groups.map((group) => ({ ...group, models: group.models.filter((model) => !models.includes(model)) }));
  return [{ upstream: RECENT, models }, ...others.filter((group) => group.models.length > 0)];
}
