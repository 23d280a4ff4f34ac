"use client";

import { clsx } from "clsx";
import { FileUp, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { NoRecords } from "#components/ui/no-records.tsx";
import { ReadFailure } from "#components/ui/read-failure.tsx";
import { RowsFigure } from "#components/ui/record-figures.tsx";
import { FIELD } from "#components/ui/text-field.tsx";
import { useRecordPages } from "#components/use-record-pages.ts";
import type { StoredPrompt } from "#lib/contract/stored-prompt.ts";
import type { ChatRun } from "#lib/playground/chat/chat-run.ts";

const PromptView = dynamic(() => import("./prompt-view.tsx").then((module) => module.PromptView));
const ImportPromptsDialog = dynamic(() =>
  import("./import-prompts-dialog.tsx").then((module) => module.ImportPromptsDialog),
);
const NewPromptDialog = dynamic(() => import("./new-prompt-dialog.tsx").then((module) => module.NewPromptDialog));

/** List of prompts, and the opened one. */
export function PromptsStage({
  ready,
  isCreating,
  onCreating,
  run,
  onRun,
}: {
  ready: boolean;
  isCreating: boolean;
  onCreating: (isCreating: boolean) => void;
  run: ChatRun | undefined;
  onRun: (run: ChatRun | undefined) => void;
}) {
  const [search, setSearch] = useState("");
  const path = search.trim() ? `/api/prompts?search=${encodeURIComponent(search.trim())}` : "/api/prompts";
  const { entries, isLoading, error, refetch, more } = useRecordPages<StoredPrompt>(path, ready);
  const [isImporting, setImporting] = useState(false);
  const [openedId, setOpenedId] = useState<string>();
  const opened = entries.find(({ id }) => id === openedId);
  const open = (id: string | undefined) => {
    setOpenedId(id);
    onRun(undefined);
  };
  if (error) return <ReadFailure what="the prompts" why={error.message} onRetry={refetch} />;
  const isEmpty = !isLoading && entries.length === 0 && search === "";
  return (
    <>
      {isEmpty ? (
        <NoRecords
          figure={<RowsFigure />}
          title="No prompts yet"
          actions={
            <>
              <Button variant="primary" onClick={() => onCreating(true)}>
                Create a prompt
              </Button>
              <Button onClick={() => setImporting(true)}>Import prompts</Button>
            </>
          }
          docs="/docs/prompts"
        >
          Store a prompt with variables here, and call it from any SDK by its name.
        </NoRecords>
      ) : (
        <div className="flex min-h-0 flex-1">
          <nav
            aria-label="Prompts"
            className={clsx(
              "flex w-64 shrink-0 flex-col border-r max-md:w-full max-md:border-r-0",
              opened && "max-md:hidden",
            )}
          >
            <div className="flex gap-2 p-3">
              <input
                type="search"
                aria-label="Search prompts"
                placeholder="Search"
                value={search}
                onChange={(event) => setSearch(event.target.value)}
                className={FIELD}
              />
              <Button
                aria-label="Import prompts"
                data-tooltip="Import prompts"
                onClick={() => setImporting(true)}
                className="h-9 pointer-coarse:h-11"
              >
                <FileUp aria-hidden />
              </Button>
              <Button aria-label="New prompt" onClick={() => onCreating(true)} className="h-9 pointer-coarse:h-11">
                <Plus aria-hidden />
              </Button>
            </div>
            <ul className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
              {entries.map((prompt) => (
                <li key={prompt.id}>
                  <button
                    type="button"
                    aria-current={prompt.id === openedId ? "true" : undefined}
                    onClick={() => open(prompt.id)}
                    className="flex w-full flex-col rounded-lg px-2.5 py-2 text-left hover:bg-foreground/[0.06] aria-current:bg-foreground/[0.06]"
                  >
                    <span className="truncate font-medium text-[13px]">{prompt.name}</span>
                    <span className="truncate text-muted-foreground text-xs">{describe(prompt)}</span>
                  </button>
                </li>
              ))}
            </ul>
            {more && (
              <Button variant="ghost" className="m-2" onClick={more}>
                Show more
              </Button>
            )}
          </nav>
          <div className={clsx("flex min-h-0 min-w-0 flex-1 flex-col", !opened && "max-md:hidden")}>
            {opened ? (
              <PromptView
                key={opened.id}
                prompt={opened}
                run={run}
                onRun={onRun}
                onChanged={refetch}
                onClose={() => open(undefined)}
              />
            ) : (
              <p className="m-auto p-6 text-muted-foreground">Choose a prompt, or create one.</p>
            )}
          </div>
        </div>
      )}
      {isImporting && (
        <ImportPromptsDialog
          onClose={() => setImporting(false)}
          onImported={({ created }) => {
            setSearch("");
            if (created.length === 1) open(created[0]?.id);
            refetch();
          }}
        />
      )}
      {isCreating && (
        <NewPromptDialog
          onClose={() => onCreating(false)}
          onCreated={({ id }) => {
            onCreating(false);
            setSearch("");
            open(id);
            refetch();
          }}
        />
      )}
    </>
  );
}

function describe({ latest_version, labels, owned, owner, visibility }: StoredPrompt): string {
  const production = labels.production === undefined ? "" : `, ${labels.production} in production`;
  const whose = owned ? "" : ` · ${owner.name ?? "Another key"}`;
  const shared = visibility === "private" ? "" : ` · ${visibility === "team" ? "Team" : "Everyone"}`;
  return `Version ${latest_version}${production}${shared}${whose}`;
}
