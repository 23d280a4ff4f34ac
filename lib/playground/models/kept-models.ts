/** Models that the browser remembers: those that were pinned, and those that were chosen last. */
import { createStoredIds } from "../history/stored-ids.ts";

/** What is kept is more than what is shown: some of them answer on other pages alone. */
const MOST_RECENT = 24;

/** The newest first. */
export const recentModels = createStoredIds("parlance.recent-models");
/** In the order in which they were pinned. */
export const pinnedModels = createStoredIds("parlance.pinned-models");

export function noteChosenModel(id: string): void {
  recentModels.change((ids) => [id, ...ids.filter((other) => other !== id)].slice(0, MOST_RECENT));
}

export function togglePinnedModel(id: string): void {
  pinnedModels.change((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]));
}
