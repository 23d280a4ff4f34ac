"use client";

import { JsonEditor } from "../json-editor/json-editor.tsx";

/** Field for a tool's result. Any text is allowed; JSON is coloured and can be formatted. */
export function ToolResultField({
  name,
  value,
  onChange,
  onSubmit,
}: {
  name: string;
  value: string;
  onChange: (content: string) => void;
  onSubmit: () => void;
}) {
  return (
    <div className="border-t px-4 pt-2.5 pb-3">
      <div className="group-title pb-1.5">Result</div>
      <JsonEditor
        label={`Result of ${name}`}
        value={value}
        size="small"
        anyText
        onChange={onChange}
        onSubmit={onSubmit}
      />
    </div>
  );
}
