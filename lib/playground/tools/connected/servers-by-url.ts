/** URLs of MCP servers that were connected in this browser, newest last. The gateway stores none of them. */
import { createStore } from "#lib/playground/shell/create-store.ts";

const NAME = "parlance.mcp-servers";
/** Most of them; the gateway has as many sessions for a key at once. */
const MOST = 8;

export const serversByUrl = createStore<{ urls: readonly string[] }>({ urls: readUrls() });

/** The oldest makes room when there are too many. */
export function addServerUrl(url: string): void {
  setUrls([...serversByUrl.get().urls.filter((other) => other !== url), url].slice(-MOST));
}

export function removeServerUrl(url: string): void {
  setUrls(serversByUrl.get().urls.filter((other) => other !== url));
}

function setUrls(urls: readonly string[]): void {
  serversByUrl.set({ urls });
  try {
    localStorage.setItem(NAME, JSON.stringify(urls));
  } catch {
    // Storage is full or forbidden: the list lasts as long as the page is open.
  }
}

function readUrls(): string[] {
  // On the server, even asking for localStorage prints a warning.
  if (typeof window === "undefined") return [];
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(stored) ? stored.filter((url) => typeof url === "string").slice(-MOST) : [];
  } catch {
    return [];
  }
}
