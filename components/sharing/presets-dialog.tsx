"use client";

import { type FormEvent, useEffect, useState } from "react";
import type { ChatSettings } from "#lib/playground/chat/chat-settings.ts";
import type { NamedSettings } from "#lib/playground/history/history.ts";
import { newId } from "#lib/playground/history/new-id.ts";
import { activePresetSyncs, describeSync } from "#lib/playground/history/sync/sync-status.ts";
import { onPresetChanged, openPresets } from "#lib/playground/parameters/preset-store.ts";
import type { SettingsRules } from "#lib/playground/parameters/settings-rules.ts";
import { compareSettings, describeSettings } from "#lib/playground/sharing/compare-settings.ts";
import { Button } from "../ui/button.tsx";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { showToast } from "../ui/toast.tsx";
import { useStore } from "../use-store.ts";
import { PresetRow } from "./preset-row.tsx";

/** Settings of a suggestion on the empty page. */
export type BuiltInPreset = { label: string; settings: Omit<ChatSettings, "model"> };

/** Reads and saves the preset of new conversations. */
export type StandardPreset = { read(): string | undefined; save(preset: NamedSettings | undefined): void };

/** Named presets of the page's settings: save, apply with a preview, and choose one for new conversations. */
export function PresetsDialog({
  rules,
  current,
  builtIn,
  standard: standardPreset,
  onApply,
  onClose,
}: {
  rules: SettingsRules;
  /** Current settings. */
  current: ChatSettings;
  builtIn: readonly BuiltInPreset[];
  /** Absent on pages without a preset for new conversations. */
  standard?: StandardPreset;
  onApply: (settings: ChatSettings) => void;
  onClose: () => void;
}) {
  const [presets, setPresets] = useState<NamedSettings[]>();
  const [standard, setStandard] = useState(() => standardPreset?.read());

  const { page } = rules;
  const [store] = useState(() => openPresets(page));
  const sync = useStore(activePresetSyncs, (syncs) => syncs[page]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reads once; every change reads again.
  useEffect(() => {
    const reload = () => {
      setStandard(standardPreset?.read());
      void store.list().then(setPresets, () => setPresets([]));
    };
    reload();
    void activePresetSyncs.get()[page]?.sync();
    return onPresetChanged((change) => change.page === page && reload());
  }, []);

  const keep = async (preset: NamedSettings) => {
    await store.save(preset).catch(refused);
    if (preset.id === standard) standardPreset?.save(preset);
  };
  const makeStandard = (preset: NamedSettings | undefined) => {
    standardPreset?.save(preset);
    setStandard(preset?.id);
  };
  const remove = async (preset: NamedSettings) => {
    if (preset.id === standard) makeStandard(undefined);
    await store.remove(preset.id).catch(refused);
    showToast({
      title: `Deleted “${preset.name}”`,
      action: { label: "Undo", run: () => void store.save(preset) },
    });
  };
  const apply = (settings: ChatSettings) => {
    onApply(settings);
    onClose();
  };
  const changesOf = (settings: ChatSettings) => compareSettings(current, settings, rules);
  const built = builtIn.filter(({ settings }) => describeSettings(settings, rules).size > 0);

  return (
    <ModalDialog open={presets !== undefined} onClose={onClose} title="Presets" className="w-[38rem]">
      <SaveForm
        taken={(presets ?? []).map(({ name }) => name)}
        count={describeSettings(current, rules).size}
        onSave={(name) => {
          const same = presets?.find((preset) => preset.name === name);
          void keep({ id: same?.id ?? newId(), name, settings: current, updatedAt: Date.now() });
        }}
      />
      {presets?.length ? (
        <ul aria-label="Presets" className="flex flex-col divide-y divide-border/60 rounded-xl border">
          {presets.map((preset) => (
            <PresetRow
              key={preset.id}
              name={preset.name}
              changes={changesOf(preset.settings)}
              standard={preset.id === standard}
              onApply={() => apply(preset.settings)}
              onStandard={standardPreset && ((on) => makeStandard(on ? preset : undefined))}
              onRename={(name) => void keep({ ...preset, name, updatedAt: Date.now() })}
              onDelete={() => void remove(preset)}
            />
          ))}
        </ul>
      ) : (
        <p className="text-muted-foreground">No presets yet.</p>
      )}
      {sync && Object.keys(sync.states).length > 0 && (
        <div className="text-muted-foreground text-xs">
          <p role="status">{describeSync(sync)}</p>
          {Object.values(sync.states).includes("failed") && sync.problem && <p>{sync.problem}</p>}
        </div>
      )}
      {built.length > 0 && (
        <>
          <h3 className="group-title">Built in</h3>
          <ul aria-label="Built-in presets" className="flex flex-col divide-y divide-border/60 rounded-xl border">
            {built.map(({ label, settings }) => (
              <PresetRow
                key={label}
                name={label}
                changes={changesOf({ ...settings, model: current.model })}
                onApply={() => apply({ ...settings, model: current.model })}
              />
            ))}
          </ul>
        </>
      )}
    </ModalDialog>
  );
}

const refused = () => showToast({ title: "The browser refused to save it", kind: "error" });

function SaveForm({
  taken,
  count,
  onSave,
}: {
  /** Existing names: saving under one of them replaces it. */
  taken: readonly string[];
  /** Number of current settings. */
  count: number;
  onSave: (name: string) => void;
}) {
  const [name, setName] = useState("");
  const trimmed = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed === "") return;
    onSave(trimmed);
    setName("");
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
      <input
        value={name}
        onChange={(event) => setName(event.target.value)}
        aria-label="Preset name"
        placeholder={count === 0 ? "Change a setting to save a preset" : `Name for the ${count} settings of this page`}
        disabled={count === 0}
        maxLength={80}
        className="h-8 min-w-0 flex-1 rounded-lg border border-input bg-background px-2.5 disabled:opacity-60 max-sm:h-10 max-sm:text-base"
      />
      <Button type="submit" variant="primary" disabled={trimmed === ""}>
        {taken.includes(trimmed) ? "Replace" : "Save"}
      </Button>
    </form>
  );
}
