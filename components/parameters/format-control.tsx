"use client";

import type { ResponseFormat } from "#lib/playground/parameters/parameter-definition.ts";
import { EXAMPLE_SCHEMA } from "#lib/playground/parameters/parameter-list.ts";
import { Segmented } from "../ui/segmented.tsx";
import { Switch } from "../ui/switch.tsx";
import { SchemaEditor } from "./schema-editor.tsx";

const TYPES = [
  { value: "text", label: "Text" },
  { value: "json_object", label: "JSON object" },
  { value: "json_schema", label: "JSON Schema" },
] as const;

/** Output format, with the schema as text below it when there is one. */
export function FormatControl({
  value,
  named,
  schemaOnly = false,
  problem,
  onChange,
}: {
  value: ResponseFormat;
  /** True when a schema has a name and a strict mode. */
  named: boolean;
  schemaOnly?: boolean;
  problem?: string | undefined;
  onChange: (value: ResponseFormat) => void;
}) {
  const nameProblem = problem?.startsWith("The name") ? problem : undefined;
  return (
    <div className="flex flex-col gap-2">
      {!schemaOnly && (
        <Segmented
          label="Output format"
          options={TYPES}
          value={value.type}
          onChange={(type) =>
            onChange(
              type === "json_schema"
                ? { ...(named ? { name: "answer", strict: true } : {}), schemaText: EXAMPLE_SCHEMA, ...value, type }
                : { ...value, type },
            )
          }
        />
      )}
      {value.type === "json_schema" && (
        <>
          {named && (
            <div className="flex items-center gap-3">
              <input
                value={value.name ?? ""}
                aria-label="Schema name"
                aria-invalid={nameProblem !== undefined}
                placeholder="name"
                onChange={(event) => onChange({ ...value, name: event.target.value })}
                className="h-8 min-w-0 flex-1 rounded-lg border border-input bg-foreground/[0.025] px-2.5 font-mono text-[13px] focus:border-foreground/40 max-sm:h-10 max-sm:text-base"
              />
              <span className="flex items-center gap-2 text-[13px] text-muted-foreground">
                strict
                <Switch
                  checked={value.strict === true}
                  label="Strict"
                  onChange={(strict) => onChange({ ...value, strict })}
                />
              </span>
            </div>
          )}
          <SchemaEditor
            value={value.schemaText ?? ""}
            strict={value.strict === true}
            problem={problem}
            onChange={(schemaText) => onChange({ ...value, schemaText })}
          />
        </>
      )}
    </div>
  );
}
