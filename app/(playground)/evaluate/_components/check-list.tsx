"use client";

import { Trash2 } from "lucide-react";
import { useId, useState } from "react";
import {
  CHECK_FIELDS,
  CHECK_NAMES,
  type CheckField,
  createCheck,
  showField,
  withField,
} from "#app/(playground)/evaluate/_model/check-fields.ts";
import { type DraftCheck, newKey } from "#app/(playground)/evaluate/_model/draft.ts";
import { IconButton } from "#components/ui/button.tsx";
import { Select } from "#components/ui/select.tsx";
import { FIELD } from "#components/ui/text-field.tsx";
import type { EvaluationCheck } from "#lib/contract/evaluation-definition.ts";

type Type = EvaluationCheck["type"];
const ADD = "add";
const TYPES = Object.entries(CHECK_NAMES).map(([value, label]) => ({ value: value as Type, label }));
const ADDABLE = [{ value: ADD as string, label: "Add check" }, ...TYPES];

/** Checks of every cell. */
export function CheckList({
  checks,
  onChange,
}: {
  checks: readonly DraftCheck[];
  onChange: (checks: DraftCheck[]) => void;
}) {
  const replace = (key: number, check: EvaluationCheck) =>
    onChange(checks.map((one) => (one.key === key ? { key, check } : one)));
  return (
    <section aria-label="Checks" className="flex flex-col gap-3">
      <h2 className="font-medium text-base">Checks</h2>
      <p className="text-muted-foreground text-xs">Every cell is checked. Texts may have fields of the rows.</p>
      {checks.map(({ key, check }, index) => (
        <CheckForm
          key={key}
          check={check}
          number={index + 1}
          onChange={(next) => replace(key, next)}
          onRemove={() => onChange(checks.filter((one) => one.key !== key))}
        />
      ))}
      <span className="self-start">
        <Select
          label="New check"
          options={ADDABLE}
          value={ADD}
          onChange={(type) => {
            if (type !== ADD) onChange([...checks, { key: newKey(), check: createCheck(type as Type) }]);
          }}
        />
      </span>
    </section>
  );
}

function CheckForm({
  check,
  number,
  onChange,
  onRemove,
}: {
  check: EvaluationCheck;
  number: number;
  onChange: (check: EvaluationCheck) => void;
  onRemove: () => void;
}) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-2xl border bg-card p-4">
      <legend className="sr-only">
        Check {number}: {CHECK_NAMES[check.type]}
      </legend>
      <div className="flex items-center justify-between gap-2">
        <span aria-hidden className="font-medium text-[13px]">
          {CHECK_NAMES[check.type]}
        </span>
        <IconButton label={`Remove check ${number}`} size="small" onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        {CHECK_FIELDS[check.type].map((field) => (
          <Field key={field.name} field={field} check={check} onChange={onChange} />
        ))}
        <Flag
          label="Must not hold"
          checked={check.negate === true}
          onChange={(negate) => onChange(withField(check, { name: "negate", label: "", kind: "boolean" }, negate))}
        />
      </div>
    </fieldset>
  );
}

function Field({
  field,
  check,
  onChange,
}: {
  field: CheckField;
  check: EvaluationCheck;
  onChange: (check: EvaluationCheck) => void;
}) {
  const id = useId();
  const shown = showField(check, field.name);
  // As typed: "0." is no number yet.
  const [typed, setTyped] = useState(shown);
  if (field.kind === "boolean") {
    return (
      <Flag
        label={field.label}
        checked={shown === "true"}
        onChange={(checked) => onChange(withField(check, field, checked))}
      />
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-[13px]">
        {field.label}
      </label>
      <input
        id={id}
        value={typed}
        placeholder={field.placeholder}
        inputMode={field.kind === "number" ? "decimal" : undefined}
        spellCheck={false}
        autoComplete="off"
        className={FIELD}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(withField(check, field, event.target.value));
        }}
      />
    </div>
  );
}

function Flag({ label, checked, onChange }: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className="flex items-center gap-2 self-end text-[13px] pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={checked}
        className="size-4"
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
