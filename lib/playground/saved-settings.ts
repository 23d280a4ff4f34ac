/** The panel's settings that the next new chat begins with, in localStorage. */
import { type ChatSettings, EMPTY_SETTINGS } from "./request-body.ts";

const KEY = "parlance.chat.settings";

export function loadSettings(): ChatSettings {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<ChatSettings>;
    return { ...EMPTY_SETTINGS, ...saved };
  } catch {
    return EMPTY_SETTINGS;
  }
}

export function saveSettings(settings: ChatSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage is full or forbidden: the settings live as long as the page.
  }
}
