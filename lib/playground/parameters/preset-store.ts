/** Storage of a page's presets. */
import type { NamedSettings } from "../history/history.ts";
import type { MediaPage } from "./settings-rules.ts";

export type PresetStore = {
  /** Sorted by name. */
  list(): Promise<NamedSettings[]>;
  save(preset: NamedSettings): Promise<void>;
  remove(id: string): Promise<void>;
};

/** Opens a media page's presets in localStorage: they are few and small. */
export function openMediaPresets(page: MediaPage): PresetStore {
  const key = `parlance.${page}.presets`;
  const read = (): NamedSettings[] => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "[]") as NamedSettings[];
    } catch {
      return [];
    }
  };
  const write = (presets: NamedSettings[]) => localStorage.setItem(key, JSON.stringify(presets));
  return {
    list: async () => read().sort((one, other) => one.name.localeCompare(other.name)),
    save: async (preset) => write([...read().filter(({ id }) => id !== preset.id), preset]),
    remove: async (gone) => write(read().filter(({ id }) => id !== gone)),
  };
}
