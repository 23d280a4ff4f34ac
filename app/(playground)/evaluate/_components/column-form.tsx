"use client";

import { Trash2 } from "lucide-react";
import { useId } from "react";
import type { DraftColumn } from "#app/(playground)/evaluate/_model/draft.ts";
import { IconButton } from "#components/ui/button.tsx";
import { Select } from "#components/ui/select.tsx";
import { FIELD } from "#components/ui/text-field.tsx";
import { API_FORMAT_NAMES } from "#lib/contract/api-format-names.ts";

/** Id of the list of models of the form. */
export const MODEL_LIST = "evaluate-models";

const FORMATS = (["openai-chat", "openai-responses", "anthropic-messages", "google-generate"] as const).map(
  (value) => ({
    value,
    label: API_FORMAT_NAMES[value],
  }),
);
const AREA = "w-full rounded-[10px] border border-input bg-background px-3 py-2 text-[13px] max-sm:text-base";
const LABEL = "font-medium text-[13px]";

export function ColumnForm({
  column,
  number,
  onChange,
  onRemove,
}: {
  column: DraftColumn;
  number: number;
  onChange: (column: DraftColumn) => void;
  onRemove: (() => void) | undefined;
}) {
  const id = useId();
  const { model, api, system, prompt, temperature, maxTokens, rest } = column;
  const set = (changes: Partial<DraftColumn>) => onChange({ ...column, ...changes });
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-2xl border bg-card p-4">
      <legend className="sr-only">Column {number}</legend>
      <div className="flex items-center justify-between gap-2">
        <span aria-hidden className="font-medium text-[13px]">
          Column {number}
        </span>
        <span className="flex items-center gap-1">
          <Select
            label={`API format of column ${number}`}
            options={FORMATS}
            value={api}
            onChange={(next) => set({ api: next })}
          />
          {onRemove && (
            <IconButton label={`Remove column ${number}`} size="small" onClick={onRemove}>
              <Trash2 />
            </IconButton>
          )}
        </span>
      </div>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={`${id}-model`} className={LABEL}>
          Model
        </label>
        <input
          id={`${id}-model`}
          list={MODEL_LIST}
          value={model}
          autoComplete="off"
          spellCheck={false}
          className={FIELD}
          onChange={(event) => set({ model: event.target.value })}
        />
      </div>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={`${id}-system`} className={LABEL}>
          System prompt
        </label>
        <textarea
          id={`${id}-system`}
          rows={2}
          value={system}
          className={AREA}
          onChange={(event) => set({ system: event.target.value })}
        />
      </div>
      {rest.messages ? (
        <p className="text-[13px] text-muted-foreground">
          {rest.messages.length} messages from the file; the last one: “{rest.messages.at(-1)?.content.slice(0, 120)}”
        </p>
      ) : (
        <div className="flex flex-col gap-1.5">
          <label htmlFor={`${id}-prompt`} className={LABEL}>
            Prompt
          </label>
          <textarea
            id={`${id}-prompt`}
            rows={4}
            value={prompt}
            placeholder="{{question}}"
            className={AREA}
            onChange={(event) => set({ prompt: event.target.value })}
          />
        </div>
      )}
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          id={`${id}-t`}
          label="Temperature"
          value={temperature}
          onChange={(next) => set({ temperature: next })}
        />
        <NumberField
          id={`${id}-m`}
          label="Max tokens"
          value={maxTokens}
          onChange={(next) => set({ maxTokens: next })}
        />
      </div>
    </fieldset>
  );
}

function NumberField({
  id,
  label,
  value,
  onChange,
}: {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className={LABEL}>
        {label}
      </label>
      <input
        id={id}
        inputMode="decimal"
        value={value}
        placeholder="Default"
        className={FIELD}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
