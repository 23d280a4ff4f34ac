import { streamingPages } from "#lib/playground/chat/streaming-pages.ts";
import { useStore } from "../use-store.ts";
import { listPaths } from "./pages.ts";

/** Returns a function that tells whether a response is streaming on an entry of the navigation. */
export function useAnswering(): (entry: string) => boolean {
  const answering = useStore(streamingPages, (pages) => pages);
  return (entry) => listPaths(entry).some((path) => answering[path.slice(1)] === true);
}
