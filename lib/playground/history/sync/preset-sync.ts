/**
 * Sync of the presets of one page with the gateway. When two devices change one preset, both are kept: what was
 * stored first becomes a preset of its own. Presets of the same name get numbers.
 */
import { isRecord } from "#lib/contract/is-record.ts";
import type { WholeConversation } from "#lib/contract/stored-conversation.ts";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import type { PresetPage, PresetStore } from "#lib/playground/parameters/preset-store.ts";
import { loadDefaultPreset, saveDefaultPreset } from "#lib/playground/parameters/saved-settings.ts";
import type { NamedSettings } from "../history.ts";
import { newId } from "../new-id.ts";
import { createItemSync } from "./item-sync.ts";
import { hashFields, type StoredFields, toLine } from "./stored-fields.ts";
import type { SyncRecords } from "./sync-records.ts";

/** Characters of an ID that the gateway takes. */
const LONGEST_ID = 64;

export function createPresetSync({
  page,
  owner,
  presets,
  records,
  send,
}: {
  page: PresetPage;
  owner: string;
  /** Changes of it come from the gateway. */
  presets: PresetStore;
  records: SyncRecords;
  send?: typeof fetch;
}) {
  const load = async (id: string) => (await presets.list()).find((preset) => preset.id === id);
  const toStored = ({ name, settings, updatedAt }: NamedSettings): StoredFields => ({
    ...{ page, title: toLine(name), folder: "", tags: [] },
    content: { settings, updatedAt },
  });
  /** The time of the last change is left out: the same change on two devices is one. */
  const fingerprint = (preset: NamedSettings) => hashFields({ ...toStored(preset), content: { ...preset.settings } });

  return createItemSync<NamedSettings>({
    ...{ owner, records, ...(send && { send }) },
    items: {
      kind: "preset",
      page,
      list: async () => (await presets.list()).map((preset) => ({ id: preset.id, listed: fingerprint(preset) })),
      load,
      async receive(id, combine) {
        const own = await load(id);
        const preset = combine(own);
        if (own && fingerprint(own) === fingerprint(preset)) return;
        await presets.save(preset);
        if (isDefault(page, id)) saveDefaultPreset(page, preset);
      },
      async remove(id) {
        await presets.remove(id);
        if (isDefault(page, id)) saveDefaultPreset(page, undefined);
      },
      ...{ toStored, toItem: toPreset, fingerprint, describe: fingerprint },
      combine({ own, remote, whole, known }) {
        if (whole.deleted_at !== null || fingerprint(remote) === known?.fingerprint) return { item: own };
        const id = `${own.id}-${whole.revision}`;
        return { item: own, copy: { ...remote, id: id.length > LONGEST_ID ? newId() : id } };
      },
      toCopy: (preset) => ({ ...preset, id: newId() }),
      async settle() {
        const foreign = (await records.list(`${page}.presets`)).filter(
          (record) => record.owner && record.owner !== owner,
        );
        const ids = new Set(foreign.map(({ id }) => id));
        const renamed = numberNames((await presets.list()).filter(({ id }) => !ids.has(id)));
        for (const preset of renamed) await presets.save(preset);
        return renamed.map(({ id }) => id);
      },
    },
  });
}

function isDefault(page: PresetPage, id: string): page is Exclude<PresetPage, "images" | "videos"> {
  return page !== "images" && page !== "videos" && loadDefaultPreset(page)?.id === id;
}

/** Returns undefined for a preset of another program, without settings. */
function toPreset({ id, title, content, updated_at }: WholeConversation): NamedSettings | undefined {
  const { settings, updatedAt } = content;
  if (!isRecord(settings)) return undefined;
  const { system, parameters, toolsText } = settings;
  return {
    id,
    name: title,
    settings: {
      ...EMPTY_SETTINGS,
      ...settings,
      // A program that stores presets may know of few settings.
      system: typeof system === "string" ? system : "",
      parameters: (isRecord(parameters) ? parameters : {}) as NamedSettings["settings"]["parameters"],
      toolsText: typeof toolsText === "string" ? toolsText : "",
    },
    updatedAt: typeof updatedAt === "number" ? updatedAt : updated_at,
  };
}

/**
 * Returns the presets whose name another one has, with a number behind it. The one with the first ID keeps the name, on
 * each device the same.
 */
function numberNames(presets: readonly NamedSettings[]): NamedSettings[] {
  const taken = new Set(presets.map(({ name }) => name));
  const seen = new Set<string>();
  return [...presets]
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .flatMap((preset) => {
      if (!seen.has(preset.name)) {
        seen.add(preset.name);
        return [];
      }
      let number = 2;
      while (taken.has(`${preset.name} (${number})`)) number += 1;
      const name = `${preset.name} (${number})`;
      taken.add(name);
      return [{ ...preset, name }];
    });
}
