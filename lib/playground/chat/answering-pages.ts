/**
 * Pages on which a response is streaming, for the rail and the title. A store of its own, so that neither loads the
 * pages' code.
 */
import { createStore } from "../shell/create-store.ts";

/** Keyed by the page's path without its slash. */
export const answeringPages = createStore<{ [page: string]: boolean }>({});

export function noteAnswering(page: string, isAnswering: boolean): void {
  if ((answeringPages.get()[page] ?? false) !== isAnswering) answeringPages.set({ [page]: isAnswering });
}
