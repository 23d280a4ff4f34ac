"use client";

import { type FormEvent, useId, useRef, useState } from "react";
import { createProvider, replaceProvider, testProvider } from "#app/(playground)/providers/_model/provider-api.ts";
import {
  asksBaseUrl,
  type Correction,
  type FieldName,
  type FieldProblem,
  findCorrection,
  findFieldProblem,
  type ProviderFields,
  toDraft,
} from "#app/(playground)/providers/_model/provider-form.ts";
import { Button } from "#components/ui/button.tsx";
import { DialogButtons } from "#components/ui/dialog-buttons.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import type { Provider, ProviderTest } from "#lib/contract/provider.ts";
import { CUSTOM_PRESET, type ProviderPreset } from "#lib/contract/provider-presets.ts";
import { RequestFailed } from "#lib/playground/gateway/gateway-request.ts";
import { AdvancedFields } from "./advanced-fields.tsx";
import { CorrectionOffer } from "./correction-offer.tsx";
import { KeyField } from "./key-field.tsx";
import { TestSteps } from "./test-steps.tsx";

type Result = { test: ProviderTest; correction?: Correction };

/** Fields of a provider. Connect tests them first, and saves what works. */
export function ConnectForm({
  preset,
  provider,
  initial,
  onSaved,
  onCancel,
}: {
  preset: ProviderPreset;
  provider?: Provider;
  initial: ProviderFields;
  /** @param model model that answered the test call; null when none was called */
  onSaved: (saved: Provider, model: string | null) => void;
  onCancel: () => void;
}) {
  const [fields, setFields] = useState(initial);
  const [problem, setProblem] = useState<FieldProblem>();
  const [result, setResult] = useState<Result>();
  const [busy, setBusy] = useState<"testing" | "saving">();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const isEdit = provider !== undefined;
  const change = (changes: Partial<ProviderFields>) => {
    setFields((before) => ({ ...before, ...changes }));
    setProblem(undefined);
    setResult(undefined);
  };
  const show = (found: FieldProblem) => {
    setProblem(found);
    if (found.field) queueMicrotask(() => focusField(form.current, found.field as FieldName));
  };
  const fail = (error: unknown) => {
    if (!(error instanceof RequestFailed)) return show({ message: "The gateway could not be reached. Try again." });
    const { message, param } = error.failure;
    show({ message, ...(isFieldName(param) ? { field: param } : {}) });
  };
  const test = async (from: ProviderFields): Promise<Result | undefined> => {
    const found = findFieldProblem(from, { preset, isEdit });
    if (found) {
      show(found);
      return undefined;
    }
    setBusy("testing");
    setResult(undefined);
    setProblem(undefined);
    try {
      const draft = toDraft(from, preset);
      const done = await testProvider(draft);
      const correction = findCorrection(done, draft);
      const next = { test: done, ...(correction ? { correction } : {}) };
      setResult(next);
      return next;
    } catch (error) {
      fail(error);
      return undefined;
    } finally {
      setBusy(undefined);
    }
  };
  const save = async (from: ProviderFields, model: string | null) => {
    setBusy("saving");
    try {
      const draft = toDraft(from, preset);
      onSaved(isEdit ? await replaceProvider(provider.id, draft) : await createProvider(draft), model);
    } catch (error) {
      fail(error);
      setBusy(undefined);
    }
  };
  const connect = async (event: FormEvent) => {
    event.preventDefault();
    const tested = result?.test.ok ? result : await test(fields);
    if (!tested?.test.ok) return;
    await save({ ...fields, ...tested.correction }, tested.test.model);
  };
  const apply = (correction: Correction) => {
    const next = { ...fields, ...correction };
    setFields(next);
    void test(next);
  };
  const field = (name: FieldName) => ({
    name,
    isInvalid: problem?.field === name,
    describedBy: problem?.field === name ? `${id}-problem` : undefined,
  });
  const label = isEdit ? "Save" : "Connect";
  return (
    <form ref={form} noValidate onSubmit={(event) => void connect(event)} className="flex flex-col gap-4">
      {preset === CUSTOM_PRESET && !isEdit && (
        <TextField
          {...field("id")}
          autoFocus
          label="ID"
          help="Prefix of its model names, for example my-server."
          value={fields.id}
          onChange={(value) => change({ id: value })}
        />
      )}
      {asksBaseUrl(preset) && (
        <TextField
          {...field("base_url")}
          label="Base URL"
          placeholder="https://api.example.com/v1"
          value={fields.baseUrl}
          onChange={(baseUrl) => change({ baseUrl })}
        />
      )}
      <KeyField
        {...field("api_key")}
        preset={preset}
        hasKey={provider?.has_key ?? false}
        autoFocus={preset !== CUSTOM_PRESET && !asksBaseUrl(preset)}
        value={fields.apiKey}
        onChange={(apiKey) => change({ apiKey })}
      />
      <AdvancedFields
        preset={preset}
        isEdit={isEdit}
        fields={fields}
        field={field}
        problem={problem}
        onChange={change}
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-[13px] text-destructive [overflow-wrap:anywhere]">
          {problem.message}
        </p>
      )}
      {busy === "testing" && (
        <p role="status" className="text-[13px] text-muted-foreground">
          Testing: reading the model list, then sending one short call…
        </p>
      )}
      {result && <TestSteps steps={result.test.steps} />}
      {result?.correction && <CorrectionOffer correction={result.correction} works={result.test.ok} onApply={apply} />}
      <DialogButtons onCancel={onCancel}>
        <Button disabled={busy !== undefined} onClick={() => void test(fields)}>
          Test
        </Button>
        {result && !result.test.ok && (
          <Button disabled={busy !== undefined} onClick={() => void save(fields, null)}>
            {label} anyway
          </Button>
        )}
        <Button type="submit" variant="primary" disabled={busy !== undefined}>
          {busy === "saving" ? "Saving…" : label}
        </Button>
      </DialogButtons>
    </form>
  );
}

const FIELD_NAMES: readonly string[] = ["api_key", "base_url", "id", "name", "api_formats", "models"];

function isFieldName(param: string | null | undefined): param is FieldName {
  return FIELD_NAMES.includes(param ?? "");
}

/** Opens the advanced fields first when the field is one of them. */
function focusField(form: HTMLFormElement | null, name: FieldName): void {
  const element = form?.querySelector<HTMLElement>(`[name="${name}"]`);
  const details = element?.closest("details");
  if (details) details.open = true;
  element?.focus();
}
