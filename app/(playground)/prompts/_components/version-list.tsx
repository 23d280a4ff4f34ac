"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { removeLabel, setLabel } from "#app/(playground)/prompts/_model/prompts-api.ts";
import { Button } from "#components/ui/button.tsx";
import { FIELD } from "#components/ui/text-field.tsx";
import { showToast } from "#components/ui/toast.tsx";
import {
  PRODUCTION,
  type PromptVersion,
  type PromptVersionEntry,
  type StoredPrompt,
} from "#lib/contract/stored-prompt.ts";
import { readVersion } from "#lib/playground/prompts/read-prompts.ts";
import { VersionDiff } from "./version-diff.tsx";

/** Versions of a prompt, the latest first: their notes, labels, and what each changed. */
export function VersionList({
  prompt,
  versions,
  onOpen,
  onChanged,
}: {
  prompt: StoredPrompt;
  versions: readonly PromptVersionEntry[];
  onOpen: (version: number) => void;
  onChanged: () => void;
}) {
  const [label, setLabelName] = useState<string>(PRODUCTION);
  const [compared, setCompared] = useState<{ version: number; before: PromptVersion; after: PromptVersion }>();
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (failure) {
      const detail = failure instanceof Error ? failure.message : "The gateway didn’t respond.";
      showToast({ kind: "error", title: "Couldn’t change the versions", detail });
    }
    onChanged();
  };
  const compare = async (version: number) => {
    if (compared?.version === version) return setCompared(undefined);
    const [before, after] = await Promise.all([readVersion(prompt.id, version - 1), readVersion(prompt.id, version)]);
    setCompared({ version, before, after });
  };
  return (
    <div className="flex max-w-3xl flex-col gap-3">
      {prompt.editable && (
        <label className="flex items-center gap-2 text-[13px]">
          Label
          <input value={label} onChange={(event) => setLabelName(event.target.value)} className={`${FIELD} max-w-48`} />
        </label>
      )}
      <ol aria-label="Versions" className="flex flex-col gap-2">
        {versions.map(({ version, note, author, labels, created_at }) => (
          <li key={version} className="rounded-xl border p-3">
            <div className="flex flex-wrap items-center gap-2">
              <span className="font-medium">Version {version}</span>
              {labels.map((name) => (
                <span
                  key={name}
                  className="inline-flex items-center gap-1 rounded-md bg-muted px-1.5 py-0.5 font-mono text-xs"
                >
                  {name}
                  {prompt.editable && (
                    <button
                      type="button"
                      aria-label={`Remove label ${name}`}
                      onClick={() => void attempt(() => removeLabel(prompt.id, name))}
                    >
                      <X aria-hidden className="size-3" />
                    </button>
                  )}
                </span>
              ))}
              <span className="ml-auto text-muted-foreground text-xs">
                {author.name}, {new Date(created_at).toLocaleString()}
              </span>
            </div>
            {note && <p className="mt-1 text-[13px]">{note}</p>}
            <div className="mt-2 flex flex-wrap gap-2">
              <Button
                size="small"
                aria-label={`${prompt.editable ? "Edit" : "View"} version ${version}`}
                onClick={() => onOpen(version)}
              >
                {prompt.editable ? "Edit" : "View"}
              </Button>
              {version > 1 && (
                <Button
                  size="small"
                  aria-expanded={compared?.version === version}
                  aria-label={`Changes of version ${version}`}
                  onClick={() => void attempt(() => compare(version))}
                >
                  Changes
                </Button>
              )}
              {prompt.editable && label.trim() !== "" && !labels.includes(label.trim()) && (
                <Button
                  size="small"
                  onClick={() => void attempt(() => setLabel(prompt.id, label.trim(), version))}
                  aria-label={`Label as ${label.trim()}: version ${version}`}
                >
                  Label as {label.trim()}
                </Button>
              )}
            </div>
            {compared?.version === version && (
              <VersionDiff
                before={compared.before.definition}
                after={compared.after.definition}
                label={`Version ${version - 1} → ${version}`}
              />
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
