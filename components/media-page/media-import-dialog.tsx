"use client";

import { useEffect, useState } from "react";
import type { ChatSettings } from "#lib/playground/chat/chat-settings.ts";
import type { SettingsRules } from "#lib/playground/parameters/settings-rules.ts";
import { compareSettings } from "#lib/playground/sharing/compare-settings.ts";
import { readMediaBody } from "#lib/playground/sharing/imports/read-media-body.ts";
import type { ReadSettings } from "#lib/playground/sharing/imports/read-settings.ts";
import { ImportSource } from "../sharing/import-source.tsx";
import { ProblemList } from "../sharing/problem-list.tsx";
import { SettingChanges } from "../sharing/setting-changes.tsx";
import { Button } from "../ui/button.tsx";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import { ModalDialog } from "../ui/modal-dialog.tsx";

/** Contents of an archive saved by the page. */
export type ReadArchive = { titles: readonly string[]; problems: readonly string[]; keep: () => Promise<void> };

/** Imports a file: a request body goes into the fields, one of our archives into the list after a preview. */
export function MediaImportDialog({
  rules,
  current,
  hint,
  readArchive,
  onApply,
  onClose,
}: {
  rules: SettingsRules;
  /** Current settings. */
  current: ChatSettings;
  hint: string;
  /** Absent on pages whose items are not stored in this browser. */
  readArchive?: (file: File) => Promise<ReadArchive>;
  onApply: (settings: ChatSettings) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState("");
  const [body, setBody] = useState<ReadSettings>();
  const [archive, setArchive] = useState<ReadArchive>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    setBody(undefined);
    setProblem(undefined);
    if (text.trim() === "") return;
    setArchive(undefined);
    try {
      setBody(readMediaBody(text, rules));
    } catch (error) {
      setProblem(getMessage(error));
    }
  }, [text, rules]);

  const read = (file: File) => {
    setText("");
    setBusy(true);
    readArchive?.(file)
      .then(setArchive, (error) => setProblem(getMessage(error)))
      .finally(() => setBusy(false));
  };
  const keep = async () => {
    setBusy(true);
    try {
      if (body) onApply(body.settings);
      await archive?.keep();
      onClose();
      document.querySelector<HTMLElement>("#composer")?.focus();
    } catch (error) {
      setProblem(getMessage(error));
      setBusy(false);
    }
  };
  const changes = body ? compareSettings(current, { model: current.model, ...body.settings }, rules) : [];
  const nothing = body ? changes.length === 0 : !archive || archive.titles.length === 0;
  return (
    <ModalDialog open onClose={onClose} title="Import" className="w-[40rem]">
      <ImportSource
        text={text}
        hint={hint}
        placeholder={'{"model": "…", "prompt": "A lighthouse at dusk"}'}
        accept={readArchive ? ".json,.zip,application/json,application/zip" : ".json,application/json"}
        onText={setText}
        onArchive={readArchive && read}
        onProblem={setProblem}
      />
      {problem && (
        <p role="alert" className="break-words text-destructive">
          {problem}
        </p>
      )}
      {body && (changes.length > 0 ? <SettingChanges changes={changes} /> : <p>Same as the current fields.</p>)}
      {archive && (
        <ul
          aria-label="Contents"
          className="flex max-h-52 flex-col divide-y divide-border/60 overflow-y-auto rounded-xl border"
        >
          {archive.titles.map((title, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two prompts can be the same.
            <li key={index} className="truncate px-3 py-2 text-[13px]">
              {title}
            </li>
          ))}
          {archive.titles.length === 0 && (
            <li className="px-3 py-2 text-[13px] text-muted-foreground">Nothing new in this file.</li>
          )}
        </ul>
      )}
      <ProblemList title="Ignored or changed" problems={[...((body ?? archive)?.problems ?? [])]} />
      {(body || archive) && (
        <DialogButtons onCancel={onClose}>
          <Button variant="primary" disabled={busy || nothing} onClick={() => void keep()}>
            {body ? "Fill the fields" : "Import"}
          </Button>
        </DialogButtons>
      )}
    </ModalDialog>
  );
}

const getMessage = (error: unknown): string => (error instanceof Error ? error.message : "Couldn’t read the file.");
