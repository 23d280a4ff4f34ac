"use client";

import {
  type DraftVariable,
  listDraftVariables,
  type PromptDraft,
} from "#app/(playground)/prompts/_model/prompt-draft.ts";
import { Select } from "#components/ui/select.tsx";
import { FIELD, TEXT_AREA } from "#components/ui/text-field.tsx";

const TYPES = [
  { value: "text", label: "Text" },
  { value: "number", label: "Number" },
  { value: "choice", label: "Choice" },
  { value: "file", label: "File" },
] as const;

/** Type and default of each placeholder in the texts. */
export function VariableFields({
  draft,
  onChange,
}: {
  draft: PromptDraft;
  onChange: (fields: Partial<PromptDraft>) => void;
}) {
  const variables = listDraftVariables(draft);
  const change = (name: string, fields: Partial<DraftVariable>) =>
    onChange({
      variables: variables.map((variable) => (variable.name === name ? { ...variable, ...fields } : variable)),
    });
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-medium text-[13px]">Variables</h3>
      {variables.length === 0 && (
        <p className="text-[13px] text-muted-foreground">
          Write {"{{name}}"} in a text to add a variable, or {"\\{{name}}"} for plain braces.
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {variables.map((variable) => (
          <li key={variable.name} className="flex flex-wrap items-start gap-2">
            <code className="flex h-8 min-w-28 items-center font-mono text-[13px]">{variable.name}</code>
            <Select
              label={`Type of ${variable.name}`}
              options={TYPES}
              value={variable.type}
              onChange={(type) => change(variable.name, { type })}
            />
            <input
              aria-label={`Default of ${variable.name}`}
              placeholder="No default: required"
              value={variable.default}
              onChange={(event) => change(variable.name, { default: event.target.value })}
              className={`${FIELD} min-w-40 flex-1`}
            />
            {variable.type === "choice" && (
              <textarea
                aria-label={`Choices of ${variable.name}, one per line`}
                placeholder="One choice per line"
                rows={3}
                value={variable.choices}
                onChange={(event) => change(variable.name, { choices: event.target.value })}
                className={TEXT_AREA}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
