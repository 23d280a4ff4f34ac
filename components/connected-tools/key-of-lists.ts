import type { Listed } from "#lib/playground/tools/connected/mcp-requests.ts";

/** Returns the query key of a list of a server; without a kind, the one that all of its lists begin with. */
export function keyOfLists(server: string, kind?: keyof Listed): readonly string[] {
  return kind === undefined ? ["mcp-lists", server] : ["mcp-lists", server, kind];
}
