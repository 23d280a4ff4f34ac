"use client";

import { ArrowLeft } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { changePrompt, deletePrompt } from "#app/(playground)/prompts/_model/prompts-api.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { InlineConfirm } from "#components/ui/inline-confirm.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Select } from "#components/ui/select.tsx";
import { FIELD } from "#components/ui/text-field.tsx";
import { showToast } from "#components/ui/toast.tsx";
import type { PromptVisibility, StoredPrompt } from "#lib/contract/stored-prompt.ts";
import type { ChatRun } from "#lib/playground/chat/chat-run.ts";
import { PromptEditor } from "./prompt-editor.tsx";
import { usePrompt } from "./use-prompt.ts";

const VersionList = dynamic(() => import("./version-list.tsx").then((module) => module.VersionList));
const VersionDiff = dynamic(() => import("./version-diff.tsx").then((module) => module.VersionDiff));
const PromptRun = dynamic(() => import("./prompt-run.tsx").then((module) => module.PromptRun));
const PromptCode = dynamic(() => import("./prompt-code.tsx").then((module) => module.PromptCode));

const VISIBILITIES = [
  { value: "private", label: "Only me" },
  { value: "team", label: "My group" },
  { value: "everyone", label: "Everyone" },
] as const;
const TABS = [
  { value: "edit", label: "Edit" },
  { value: "versions", label: "Versions" },
  { value: "run", label: "Run" },
  { value: "code", label: "Code" },
] as const;

/** The opened prompt: its facts, and one of four views. */
export function PromptView({
  prompt,
  run,
  onRun,
  onChanged,
  onClose,
}: {
  prompt: StoredPrompt;
  run: ChatRun | undefined;
  onRun: (run: ChatRun | undefined) => void;
  onChanged: () => void;
  onClose: () => void;
}) {
  const [tab, setTab] = useState<(typeof TABS)[number]["value"]>("edit");
  const [isDeleting, setDeleting] = useState(false);
  const [note, setNote] = useState("");
  const state = usePrompt(prompt, onChanged);
  const { base, draft, conflict, problem } = state;
  const attempt = async (work: () => Promise<unknown>, failed: string) => {
    try {
      await work();
    } catch (failure) {
      const detail = failure instanceof Error ? failure.message : "The gateway didn’t respond.";
      showToast({ kind: "error", title: failed, detail });
    }
    onChanged();
  };
  const save = async (baseVersion?: number) => {
    if (await state.save(note, baseVersion)) setNote("");
  };
  return (
    <section aria-label={prompt.name} className="flex min-h-0 flex-1 flex-col">
      <header className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5">
        <IconButton label="Back to the list" className="md:hidden" onClick={onClose}>
          <ArrowLeft />
        </IconButton>
        <h2 className="mr-auto min-w-0 truncate font-medium">{prompt.name}</h2>
        {prompt.owned && (
          <Select<PromptVisibility>
            label="Who can use it"
            options={VISIBILITIES}
            value={prompt.visibility}
            onChange={(visibility) =>
              void attempt(() => changePrompt(prompt.id, { visibility }), "Couldn’t change who can use the prompt")
            }
          />
        )}
        {prompt.owned &&
          (isDeleting ? (
            <InlineConfirm
              question="Delete with all versions?"
              confirm="Delete"
              onKeep={() => setDeleting(false)}
              onConfirm={() => {
                onClose();
                void attempt(() => deletePrompt(prompt.id), "Couldn’t delete the prompt");
              }}
            />
          ) : (
            <Button size="small" variant="ghost" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          ))}
      </header>
      <div className="px-4 pt-3">
        <Segmented label="View" options={TABS} value={tab} onChange={setTab} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        {problem && (
          <p role="alert" className="mb-3 rounded-lg bg-destructive/[0.07] px-3 py-2 text-[13px] text-destructive">
            {problem}
          </p>
        )}
        {conflict && draft && (
          <div role="alert" className="mb-4 rounded-xl border p-3">
            <p className="font-medium">
              {conflict.author.name} saved version {conflict.version} while you were editing.
            </p>
            <p className="mt-0.5 text-[13px] text-muted-foreground">
              Your changes are still here. Nothing was overwritten.
            </p>
            <VersionDiff before={conflict.definition} draft={draft} label={`Version ${conflict.version} → yours`} />
            <div className="mt-3 flex flex-wrap gap-2">
              <Button variant="primary" onClick={() => void save(conflict.version)}>
                Save mine as version {conflict.version + 1}
              </Button>
              <Button onClick={() => void state.open(conflict.version)}>Use version {conflict.version}</Button>
            </div>
          </div>
        )}
        {tab === "edit" && draft && (
          <PromptEditor draft={draft} disabled={!prompt.editable} onChange={state.setDraft} />
        )}
        {tab === "versions" && (
          <VersionList
            prompt={prompt}
            versions={state.versions}
            onOpen={(version) => {
              void state.open(version);
              setTab("edit");
            }}
            onChanged={() => void state.refresh()}
          />
        )}
        {tab === "run" && draft && (
          <PromptRun prompt={prompt} versions={state.versions} run={run} onRun={onRun} isChanged={state.isChanged} />
        )}
        {tab === "code" && base && <PromptCode prompt={prompt} definition={base.definition} />}
      </div>
      {tab === "edit" && prompt.editable && draft && (
        <form
          className="flex flex-wrap items-center gap-2 border-t px-4 py-2.5"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <input
            aria-label="Note of the new version"
            placeholder="What changes? (optional)"
            value={note}
            onChange={(event) => setNote(event.target.value)}
            className={`${FIELD} min-w-40 flex-1`}
          />
          <Button
            type="submit"
            variant="primary"
            disabled={!state.isChanged || state.isSaving || conflict !== undefined}
          >
            Save version {prompt.latest_version + 1}
          </Button>
        </form>
      )}
    </section>
  );
}
