"use client";

import { type FormEvent, useId, useRef, useState } from "react";
import {
  EMPTY_DRAFT,
  findDraftProblem,
  type KeyDraft,
  type KeyLifetime,
} from "#app/(playground)/keys/_model/new-key.ts";
import { Button } from "#components/ui/button.tsx";
import { DialogButtons } from "#components/ui/dialog-buttons.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { RequestFailed } from "#lib/playground/gateway/gateway-request.ts";
import { ScopeField } from "./scope-field.tsx";

const LIFETIMES: readonly { value: KeyLifetime; label: string }[] = [
  { value: "never", label: "Never" },
  { value: "30d", label: "30 days" },
  { value: "90d", label: "90 days" },
  { value: "date", label: "On a date" },
];

type Problem = { field?: "name" | "date"; message: string };

export function NewKeyForm({
  onCreate,
  onCancel,
}: {
  /** @throws RequestFailed */
  onCreate: (draft: KeyDraft) => Promise<void>;
  onCancel: () => void;
}) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const change = (changes: Partial<KeyDraft>) => {
    setDraft({ ...draft, ...changes });
    setProblem(undefined);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = findDraftProblem(draft, Date.now());
    setProblem(found);
    if (found) {
      form.current?.querySelector<HTMLElement>(`[name="${found.field}"]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      await onCreate(draft);
    } catch (error) {
      setBusy(false);
      setProblem(toProblem(error));
    }
  };
  const told = (field: Problem["field"]) => ({
    name: field,
    "aria-invalid": problem?.field === field,
    "aria-describedby": problem?.field === field ? `${id}-problem` : undefined,
  });

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <label className="flex flex-col gap-1.5">
        <span className="font-medium text-[13px]">Name</span>
        <input
          {...told("name")}
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here.
          autoFocus
          autoComplete="off"
          maxLength={100}
          value={draft.name}
          placeholder="e.g. checkout-service"
          onChange={(event) => change({ name: event.target.value })}
          className={FIELD}
        />
      </label>
      <ScopeField access={draft.access} onChange={(access) => change({ access })} />
      <div className="flex flex-col gap-1.5">
        <span className="font-medium text-[13px]">Expires</span>
        <Segmented
          label="Expires"
          options={LIFETIMES}
          value={draft.lifetime}
          onChange={(lifetime) => change({ lifetime })}
        />
        {draft.lifetime === "date" && (
          <input
            {...told("date")}
            type="date"
            aria-label="Expires at the end of"
            min={today()}
            value={draft.date}
            onChange={(event) => change({ date: event.target.value })}
            className={`${FIELD} animate-rise`}
          />
        )}
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-[13px] text-destructive">
          {problem.message}
        </p>
      )}
      <DialogButtons onCancel={onCancel}>
        <Button type="submit" variant="primary" disabled={busy}>
          {busy ? "Creating…" : "Create key"}
        </Button>
      </DialogButtons>
    </form>
  );
}

const FIELD =
  "h-9 w-full rounded-[10px] border border-input bg-background px-3 max-sm:text-base pointer-coarse:h-11 aria-invalid:border-destructive";

/** Returns the reader's local date in the format of a date field. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

function toProblem(error: unknown): Problem {
  if (!(error instanceof RequestFailed)) return { message: "Couldn’t create the key. Try again." };
  const { message, param } = error.failure;
  if (param === "name") return { field: "name", message };
  return param === "expires_at" ? { field: "date", message } : { message };
}
