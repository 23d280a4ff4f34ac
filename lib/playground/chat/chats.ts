/**
 * The controllers of the text pages. They live as long as the tab, so that a response continues when its page is
 * closed.
 */

import type { TextDialect } from "../dialects/text-dialect.ts";
import { openHistory, type TextPage } from "../history/history.ts";
import { saveSettings } from "../parameters/saved-settings.ts";
import { type Chat, createChat } from "./chat.ts";
import { noteStreaming } from "./streaming-pages.ts";

const chats = new Map<TextPage, Chat>();
const savedListeners = new Set<(page: TextPage, sessionId: string) => void>();

/** Calls back for each conversation that this tab has stored or removed. */
export function onConversationSaved(listener: (page: TextPage, sessionId: string) => void): () => void {
  savedListeners.add(listener);
  return () => savedListeners.delete(listener);
}

/** Returns the one controller of a page in this tab. On a server, which only renders the page, a new one each time. */
export function getChat(dialect: TextDialect): Chat {
  const { page } = dialect;
  const known = chats.get(page);
  if (known) return known;
  const isTab = typeof window !== "undefined";
  const others = isTab ? openChannel(page, (id) => void chat.reload(id).catch(() => {})) : undefined;
  const chat = createChat({
    dialect,
    history: openHistory(page),
    onSettings: (settings) => saveSettings(page, settings),
    onSaved: (id) => {
      others?.postMessage(id);
      for (const listener of [...savedListeners]) listener(page, id);
    },
  });
  if (!isTab) return chat;
  chats.set(page, chat);
  chat.store.subscribe(() => noteStreaming(page, chat.store.get().answering.length > 0));
  return chat;
}

/** Opens the channel that synchronizes the tabs of a page; undefined in browsers without BroadcastChannel. */
function openChannel(page: TextPage, onSaved: (sessionId: string) => void): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  const channel = new BroadcastChannel(`parlance.${page}`);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "string") onSaved(data);
  });
  return channel;
}
