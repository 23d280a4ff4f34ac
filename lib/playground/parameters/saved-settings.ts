/**
 * The panel's settings that a page's next new conversation begins with, in localStorage: those of the preset that was
 * made the default, or else what was set last.
 */

import { type ChatSettings, EMPTY_SETTINGS } from "../chat/chat-settings.ts";
import type { TextPage } from "../history/history.ts";

const keyFor = (page: TextPage) => `parlance.${page}.settings`;

export function loadSettings(page: TextPage): ChatSettings {
  const preset = loadDefaultPreset(page);
  if (preset) return preset.settings;
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

/** The preset that new conversations of a page begin with, as it was when it was chosen or changed last. */
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

/** @param preset undefined: none is the default */
export function saveDefaultPreset(page: TextPage, preset: DefaultPreset | undefined): void {
  try {
    if (preset) localStorage.setItem(defaultKeyFor(page), JSON.stringify(preset));
    else localStorage.removeItem(defaultKeyFor(page));
  } catch {
    // Storage is full or forbidden: there is no default then.
  }
}
