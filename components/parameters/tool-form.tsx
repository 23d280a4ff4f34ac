"use client";

import { useCallback, useId, useState } from "react";
import { fields } from "#lib/playground/dialects/json-fields.ts";
import { checkSchema } from "#lib/playground/json-schema/check-schema.ts";
import { formatJson } from "#lib/playground/json-text/format-json.ts";
import { parseJsonText } from "#lib/playground/json-text/parse-json-text.ts";
import type { FunctionTool } from "#lib/playground/tools/tools.ts";
import { JsonEditor } from "../json-editor/json-editor.tsx";

const FIELD =
  "h-8 w-full rounded-lg border border-input bg-foreground/[0.025] px-2.5 text-[13px] focus:border-foreground/40 max-sm:h-10 max-sm:text-base";

/** A function's name, description and parameters. Invalid input stays in the form and is not sent. */
export function ToolForm({
  tool,
  onChange,
}: {
  tool: FunctionTool;
  /** Returns the reason that a change is invalid. */
  onChange: (changes: Partial<FunctionTool>) => string | undefined;
}) {
  const id = useId();
  const [name, setName] = useState(tool.name);
  const [nameProblem, setNameProblem] = useState<string>();
  const [schemaText, setSchemaText] = useState(() => formatJson(tool.schema ?? { type: "object", properties: {} }));
  const check = useCallback((schema: unknown) => checkSchema(schema, { strict: tool.strict }), [tool.strict]);
  const { root } = parseJsonText(schemaText);
  const whole = fields(root?.value) !== undefined;
  return (
    <>
      <div>
        <label htmlFor={`${id}-name`} className="group-title block pb-1">
          Name
        </label>
        <input
          id={`${id}-name`}
          value={name}
          spellCheck={false}
          aria-invalid={nameProblem !== undefined}
          onChange={(event) => {
            setName(event.target.value);
            setNameProblem(onChange({ name: event.target.value }));
          }}
          className={`${FIELD} font-mono`}
        />
        {nameProblem && (
          <p role="status" className="pt-1 text-destructive text-xs">
            Still sent as {tool.name}: {nameProblem}
          </p>
        )}
      </div>
      <div>
        <label htmlFor={`${id}-description`} className="group-title block pb-1">
          Description
        </label>
        <textarea
          id={`${id}-description`}
          value={tool.description ?? ""}
          placeholder="What the tool does and when to call it"
          onChange={(event) => onChange({ description: event.target.value })}
          className={`${FIELD} field-sizing-content !h-auto min-h-8 resize-none py-1.5 leading-5`}
        />
      </div>
      <div>
        <span className="group-title block pb-1">Parameters</span>
        <JsonEditor
          label="Tool parameters"
          value={schemaText}
          check={check}
          problem={whole ? undefined : "Must be a JSON Schema object. The last valid one is sent."}
          onChange={(text) => {
            setSchemaText(text);
            const schema = fields(parseJsonText(text).root?.value);
            if (schema) onChange({ schema });
          }}
        />
      </div>
    </>
  );
}
