"use client";

import { LayoutTemplate, Sparkles } from "lucide-react";
import { useCallback, useState } from "react";
import { checkSchema } from "#lib/playground/json-schema/check-schema.ts";
import { inferSchema } from "#lib/playground/json-schema/infer-schema.ts";
import { SCHEMA_TEMPLATES } from "#lib/playground/json-schema/schema-templates.ts";
import { formatJson } from "#lib/playground/json-text/format-json.ts";
import { parseJsonText } from "#lib/playground/json-text/parse-json-text.ts";
import { JsonEditor } from "../json-editor/json-editor.tsx";
import { Button } from "../ui/button.tsx";
import { ChoiceItem, ChoiceMenu } from "../ui/choice-menu.tsx";

/** Editor for the response schema: written, from a template, or inferred from an example. */
export function SchemaEditor({
  value,
  strict,
  problem,
  onChange,
}: {
  value: string;
  /** True when the upstream must enforce the schema, which requires closed objects. */
  strict: boolean;
  problem?: string | undefined;
  onChange: (schemaText: string) => void;
}) {
  const [example, setExample] = useState<string>();
  const check = useCallback((schema: unknown) => checkSchema(schema, { strict }), [strict]);
  const given = example === undefined ? undefined : parseJsonText(example).root;
  return (
    <div className="flex flex-col gap-2">
      <div className="-ml-2 flex flex-wrap">
        <ChoiceMenu
          trigger={<Button size="small" variant="ghost" className="text-muted-foreground" />}
          label={
            <>
              <LayoutTemplate aria-hidden /> Templates
            </>
          }
        >
          {SCHEMA_TEMPLATES.map(({ label, schemaText }) => (
            <ChoiceItem key={label} onClick={() => onChange(schemaText)}>
              {label}
            </ChoiceItem>
          ))}
        </ChoiceMenu>
        <Button
          size="small"
          variant="ghost"
          aria-expanded={example !== undefined}
          className="text-muted-foreground"
          onClick={() => setExample(example === undefined ? "" : undefined)}
        >
          <Sparkles aria-hidden /> From an example
        </Button>
      </div>
      <JsonEditor label="JSON Schema" value={value} problem={problem} check={check} onChange={onChange} />
      {example !== undefined && (
        <section
          aria-label="Infer the schema"
          className="flex flex-col gap-1.5 rounded-[10px] border border-dashed p-2"
        >
          <p className="text-muted-foreground text-xs">Paste an example response to generate a schema from it.</p>
          <JsonEditor label="Example response" value={example} placeholder='{ "name": "Oslo" }' onChange={setExample} />
          <div className="flex justify-end gap-2">
            <Button size="small" variant="ghost" onClick={() => setExample(undefined)}>
              Cancel
            </Button>
            <Button
              size="small"
              disabled={!given}
              onClick={() => {
                onChange(formatJson(inferSchema(given?.value)));
                setExample(undefined);
              }}
            >
              Create schema
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}
