/** Pinned and recently chosen models, saved in the browser. */
import { createStoredIds } from "../history/stored-ids.ts";

/** Limit on recent models; higher than the number shown, since some are only for other pages. */
const MAXIMUM_RECENT = 24;

/** Newest first. */
export const recentModels = createStoredIds("parlance.recent-models");
/** In the order of pinning. */
export const pinnedModels = createStoredIds("parlance.pinned-models");

export function recordChosenModel(id: string): void {
  recentModels.change((ids) => [id, ...ids.filter((other) => other !== id)].slice(0, MAXIMUM_RECENT));
}

export function togglePinnedModel(id: string): void {
  pinnedModels.change((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]));
}
