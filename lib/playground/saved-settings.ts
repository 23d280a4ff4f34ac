/** The panel's settings that a page's next new conversation begins with, in localStorage. */

import { type ChatSettings, EMPTY_SETTINGS } from "./chat-settings.ts";
import type { TextPage } from "./history.ts";

const keyFor = (page: TextPage) => `parlance.${page}.settings`;

export function loadSettings(page: TextPage): ChatSettings {
  try {
    const saved = JSON.parse(localStorage.getItem(keyFor(page)) ?? "{}") as Partial<ChatSettings>;
    return { ...EMPTY_SETTINGS, ...saved };
  } catch {
    return EMPTY_SETTINGS;
  }
}

export function saveSettings(page: TextPage, settings: ChatSettings): void {
  try {
    localStorage.setItem(keyFor(page), JSON.stringify(settings));
  } catch {
    // Storage is full or forbidden: the settings live as long as the page.
  }
}
