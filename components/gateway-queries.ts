/** What the pages have read of the gateway's own records: tasks, keys. */
import { QueryClient } from "@tanstack/react-query";
import { catalogue } from "#lib/playground/models/catalogue.ts";

/** Lives as long as the tab, so that a page has its lists at once when it is opened again. */
export const gatewayQueries = new QueryClient({
  defaultOptions: { queries: { staleTime: 60_000, retry: 1, refetchOnWindowFocus: false } },
});
// Another key sees other records.
catalogue.subscribe(() => {
  if (catalogue.get().signedIn !== true) gatewayQueries.clear();
});
