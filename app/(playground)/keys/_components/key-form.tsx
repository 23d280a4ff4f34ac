"use client";

import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import {
  type DraftProblem,
  EMPTY_DRAFT,
  findDraftProblem,
  type KeyDraft,
  toDraft,
} from "#app/(playground)/keys/_model/key-draft.ts";
import { Button } from "#components/ui/button.tsx";
import { DialogButtons } from "#components/ui/dialog-buttons.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import type { ApiKey, ApiKeyList } from "#lib/contract/api-key.ts";
import { NO_POLICY } from "#lib/contract/key-policy.ts";
import { RequestFailed } from "#lib/playground/gateway/gateway-request.ts";
import { AccessFields } from "./access-fields.tsx";
import { AmountFields } from "./amount-fields.tsx";
import { BehaviourFields } from "./behaviour-fields.tsx";
import { ExpiryField } from "./expiry-field.tsx";
import { FormContext } from "./form-context.ts";
import { ScopeField } from "./scope-field.tsx";

/** Fields of a key: a new one, or those of `apiKey`. */
export function KeyForm({
  apiKey,
  rules,
  submit: { label, busyLabel, failure },
  children,
  onSubmit,
  onCancel,
}: {
  apiKey?: ApiKey;
  /** Rules of the config file; undefined while they are loading. */
  rules: Pick<ApiKeyList, "groups" | "defaults"> | undefined;
  submit: { label: string; busyLabel: string; failure: string };
  /** Content above the fields. */
  children?: ReactNode;
  /** @throws RequestFailed */
  onSubmit: (draft: KeyDraft) => Promise<void>;
  onCancel: () => void;
}) {
  const [draft, setDraft] = useState(() => (apiKey ? toDraft(apiKey) : EMPTY_DRAFT));
  const [problem, setProblem] = useState<Partial<DraftProblem>>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const { defaults = NO_POLICY, groups = {} } = rules ?? {};

  const change = (changes: Partial<KeyDraft>) => {
    setDraft({ ...draft, ...changes });
    setProblem(undefined);
  };
  const show = (found: Partial<DraftProblem>) => {
    setProblem(found);
    const field = found.field === undefined ? null : findField(form.current, found.field);
    if (field) {
      field.closest("details")?.setAttribute("open", "");
      field.focus({ preventScroll: true });
      // Clear of the buttons, which stay at the bottom.
      field.scrollIntoView({ block: "center" });
    } else if (found.field !== undefined) setProblem({ message: found.message });
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const found = findDraftProblem(draft, Date.now());
    if (found) return show(found);
    setBusy(true);
    try {
      await onSubmit(draft);
    } catch (error) {
      setBusy(false);
      show(toProblem(error, failure));
    }
  };
  const field = (name: string) => ({
    name,
    isInvalid: problem?.field === name,
    describedBy: problem?.field === name ? `${id}-problem` : undefined,
  });
  const told = (name?: string) =>
    problem !== undefined && problem.field === name ? (
      <p id={`${id}-problem`} role="alert" className="pt-1.5 text-[13px] text-destructive">
        {problem.message}
      </p>
    ) : null;

  return (
    <FormContext value={{ draft, change, field, told }}>
      <form ref={form} noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
        {children}
        <div>
          <TextField
            {...field("name")}
            label="Name"
            autoFocus={!apiKey}
            value={draft.name}
            placeholder="e.g. checkout-service"
            onChange={(name) => change({ name })}
          />
          {told("name")}
        </div>
        {!apiKey && <ScopeField access={draft.access} onChange={(access) => change({ access })} />}
        <ExpiryField expiresAt={apiKey?.expires_at} />
        {apiKey ? (
          <>
            <AmountFields defaults={NO_POLICY} />
            <AccessFields groups={groups} />
            <BehaviourFields />
          </>
        ) : (
          <details className="rounded-xl border">
            <summary className="cursor-pointer select-none rounded-xl px-3.5 py-2 font-medium text-[13px]">
              Limits, budget and access
            </summary>
            <div className="flex flex-col gap-4 px-3.5 pt-1 pb-3.5">
              <AmountFields defaults={defaults} />
              <AccessFields groups={groups} />
              <BehaviourFields />
            </div>
          </details>
        )}
        {told()}
        <div className="sticky -bottom-5.5 -mx-5 -mb-5.5 border-t bg-popover px-5 py-3.5">
          <DialogButtons onCancel={onCancel}>
            <Button type="submit" variant="primary" disabled={busy}>
              {busy ? busyLabel : label}
            </Button>
          </DialogButtons>
        </div>
      </form>
    </FormContext>
  );
}

/** Finds the field of an error's path: `models` for `models[0]`. */
function findField(form: HTMLFormElement | null, path: string): HTMLElement | undefined {
  const fields = form?.querySelectorAll<HTMLElement>("[name]") ?? [];
  return [...fields].find((field) => field.getAttribute("name") === path);
}

function toProblem(error: unknown, failure: string): Partial<DraftProblem> {
  if (!(error instanceof RequestFailed)) return { message: failure };
  const { message, param } = error.failure;
  return { message, ...(param ? { field: param.replace(/\[\d+\]$/, "") } : {}) };
}
