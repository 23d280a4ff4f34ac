/** Presets of each page: those of text pages in IndexedDB, those of media pages in localStorage. */
import { type NamedSettings, openHistory, type TextPage } from "../history/history.ts";
import type { MediaPage } from "./settings-rules.ts";

export type PresetPage = TextPage | MediaPage;

export type PresetStore = {
  /** Sorted by name. */
  list(): Promise<NamedSettings[]>;
  save(preset: NamedSettings): Promise<void>;
  remove(id: string): Promise<void>;
};

/** `source`: the person in this tab, or the gateway. */
export type PresetChange = { page: PresetPage; id: string; source: "tab" | "gateway" };

const listeners = new Set<(change: PresetChange) => void>();

/** Calls back for each preset that was stored or removed in this tab. */
export function onPresetChanged(listener: (change: PresetChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function openPresets(page: PresetPage, source: PresetChange["source"] = "tab"): PresetStore {
  const { list, save, remove } =
    page === "images" || page === "videos" ? openMediaPresets(page) : openTextPresets(page);
  const tell = (id: string) => {
    for (const listener of [...listeners]) listener({ page, id, source });
  };
  return {
    list,
    save: async (preset) => {
      await save(preset);
      tell(preset.id);
    },
    remove: async (id) => {
      await remove(id);
      tell(id);
    },
  };
}

function openTextPresets(page: TextPage): PresetStore {
  const history = openHistory(page);
  return {
    list: history.listPresets,
    save: (preset) => history.savePreset({ ...preset, page }),
    remove: history.removePreset,
  };
}

/** A media page has few and small presets. */
function openMediaPresets(page: MediaPage): PresetStore {
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
