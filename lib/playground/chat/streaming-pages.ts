/**
 * Pages on which a response is streaming, for the rail and the title. A store of its own, so that neither loads the
 * pages' code.
 */
import { createStore } from "../shell/create-store.ts";

/** Keyed by the page's path without its slash. */
export const streamingPages = createStore<{ [page: string]: boolean }>({});

export function noteStreaming(page: string, isStreaming: boolean): void {
  if ((streamingPages.get()[page] ?? false) !== isStreaming) streamingPages.set({ [page]: isStreaming });
}
