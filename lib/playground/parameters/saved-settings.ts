/** Settings of a page's next new conversation, in localStorage: the default preset, or the last settings. */

import { type ChatSettings, EMPTY_SETTINGS } from "../chat/chat-settings.ts";
import type { TextPage } from "../history/history.ts";

const getKey = (page: TextPage) => `parlance.${page}.settings`;

export function loadSettings(page: TextPage): ChatSettings {
  const preset = loadDefaultPreset(page);
  if (preset) return preset.settings;
  try {
    const saved = JSON.parse(localStorage.getItem(getKey(page)) ?? "{}") as Partial<ChatSettings>;
    return { ...EMPTY_SETTINGS, ...saved };
  } catch {
    return EMPTY_SETTINGS;
  }
}

export function saveSettings(page: TextPage, settings: ChatSettings): void {
  try {
    localStorage.setItem(getKey(page), JSON.stringify(settings));
  } catch {
    // Storage is full or forbidden: the settings last as long as the page is open.
  }
}

/** The preset of a page's new conversations, as of when it was chosen or last changed. */
export type DefaultPreset = { id: string; settings: ChatSettings };

const defaultKeyFor = (page: TextPage) => `parlance.${page}.default-preset`;

export function loadDefaultPreset(page: TextPage): DefaultPreset | undefined {
  try {
    const { id, settings } = JSON.parse(localStorage.getItem(defaultKeyFor(page)) ?? "{}") as Partial<DefaultPreset>;
    return id && settings ? { id, settings: { ...EMPTY_SETTINGS, ...settings } } : undefined;
  } catch {
    return undefined;
  }
}

/** @param preset undefined for no default */
export function saveDefaultPreset(page: TextPage, preset: DefaultPreset | undefined): void {
  try {
    if (preset) localStorage.setItem(defaultKeyFor(page), JSON.stringify(preset));
    else localStorage.removeItem(defaultKeyFor(page));
  } catch {
    // Storage is full or forbidden: there is no default.
  }
}
