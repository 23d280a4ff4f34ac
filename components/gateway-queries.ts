/** Query client for the gateway's own data: tasks, keys. */
import { QueryClient } from "@tanstack/react-query";
import { catalogue } from "#lib/playground/models/catalogue.ts";

/** Lives as long as the tab, so that a page has its lists at once when it is reopened. */
export const gatewayQueries = new QueryClient({
  defaultOptions: { queries: { staleTime: 60_000, retry: 1, refetchOnWindowFocus: false } },
});
// Another key sees other data.
catalogue.subscribe(() => {
  if (catalogue.get().signedIn !== true) gatewayQueries.clear();
});
