"use client";

import { type FormEvent, useEffect, useState } from "react";
import { startPromptRun } from "#app/(playground)/prompts/_model/start-prompt-run.ts";
import { Button } from "#components/ui/button.tsx";
import { Select } from "#components/ui/select.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useStore } from "#components/use-store.ts";
import type { PromptVersion, PromptVersionEntry, StoredPrompt } from "#lib/contract/stored-prompt.ts";
import type { ChatRun, RunOutcome } from "#lib/playground/chat/chat-run.ts";
import { readVersion } from "#lib/playground/prompts/read-prompts.ts";
import { setZoneOpen } from "#lib/playground/shell/preferences.ts";

/** Runs a saved version with values for its variables. */
export function PromptRun({
  prompt,
  versions,
  run,
  onRun,
  isChanged,
}: {
  prompt: StoredPrompt;
  versions: readonly PromptVersionEntry[];
  run: ChatRun | undefined;
  onRun: (run: ChatRun | undefined) => void;
  isChanged: boolean;
}) {
  const latest = String(prompt.latest_version);
  const [chosen, setChosen] = useState(latest);
  const [version, setVersion] = useState<PromptVersion>();
  const [values, setValues] = useState<Record<string, string>>({});
  const [model, setModel] = useState("");
  useEffect(() => {
    let left = false;
    readVersion(prompt.id, Number(chosen)).then(
      (read) => !left && setVersion(read),
      () => {},
    );
    return () => {
      left = true;
    };
  }, [prompt.id, chosen]);
  const variables = version?.definition.variables ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const known = new Set(variables.map(({ name }) => name));
    const given = Object.fromEntries(Object.entries(values).filter(([name]) => known.has(name)));
    onRun(startPromptRun({ id: prompt.id, version: Number(chosen), values: given, model: model.trim() }));
  };
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <form onSubmit={submit} className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <Select
            label="Version"
            options={versions.map((entry) => ({
              value: String(entry.version),
              label: [`Version ${entry.version}`, ...entry.labels].join(" · "),
            }))}
            value={chosen}
            onChange={setChosen}
          />
          {isChanged && <span className="text-[13px] text-muted-foreground">Unsaved changes don’t run.</span>}
        </div>
        {variables.map(({ name, type, default: fallback, choices }) => (
          <TextField
            key={name}
            name={name}
            label={name}
            help={describeVariable(type, choices)}
            value={values[name] ?? ""}
            placeholder={fallback === undefined || fallback === null ? "Required" : String(fallback)}
            isInvalid={false}
            describedBy={undefined}
            onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ))}
        {version && !version.definition.model && (
          <TextField
            name="model"
            label="Model"
            value={model}
            placeholder="default"
            isInvalid={false}
            describedBy={undefined}
            onChange={setModel}
          />
        )}
        <div className="flex gap-2">
          <Button type="submit" variant="primary" disabled={version === undefined}>
            Run version {chosen}
          </Button>
          {run && (
            <Button onClick={() => setZoneOpen("wire", true)} variant="ghost">
              Inspect
            </Button>
          )}
        </div>
      </form>
      {run && <RunOutput key={run.startedAt} run={run} />}
    </div>
  );
}

function describeVariable(type: string, choices: readonly string[] | null | undefined): string {
  if (type === "choice") return `One of: ${(choices ?? []).join(", ")}`;
  if (type === "file") return "ID of an uploaded file, a URL, or a data: URL";
  return type === "number" ? "A number" : "Text";
}

function RunOutput({ run }: { run: ChatRun }) {
  const { answer } = useStore({ ...run.live, set() {} }, (live) => live);
  const [outcome, setOutcome] = useState<RunOutcome>();
  useEffect(() => void run.finished.then(setOutcome), [run]);
  const text = (outcome?.answer ?? answer).choices[0]?.text ?? "";
  return (
    <section aria-label="Response" className="rounded-xl border p-3">
      <p role="status" className="text-muted-foreground text-xs">
        {outcome ? describeOutcome(outcome) : "Running…"}
      </p>
      {outcome?.failure && <p className="mt-1 text-[13px] text-destructive">{outcome.failure.message}</p>}
      {text && <div className="mt-2 whitespace-pre-wrap break-words">{text}</div>}
    </section>
  );
}

function describeOutcome({ state, timings }: RunOutcome): string {
  const seconds = ((timings.end ?? 0) / 1_000).toFixed(1);
  if (state === "complete") return `Done in ${seconds} s`;
  return state === "stopped" ? `Stopped after ${seconds} s` : `Failed after ${seconds} s`;
}
