"use client";

import { Plus, X } from "lucide-react";
import { parseTools, type ToolNotation } from "#lib/playground/tools.ts";
import { Button } from "../ui/button.tsx";
import { TextArea } from "./text-area.tsx";

/** The request's `tools` array as JSON, checked while it is typed; an example is one click away. */
export function ToolsEditor({
  notation,
  text,
  problem,
  onChange,
}: {
  notation: ToolNotation;
  text: string;
  problem?: string;
  onChange: (text: string) => void;
}) {
  const names = parseTools(text, notation).tools?.map((tool) => tool.name) ?? [];
  return (
    <div data-parameter="tools" className="pt-1 pb-2">
      <div className="flex h-8 items-center justify-between">
        <span>Tools</span>
        {text.trim() === "" ? (
          <Button
            size="small"
            variant="ghost"
            className="-mr-2 text-muted-foreground"
            onClick={() => onChange(notation.example)}
          >
            <Plus aria-hidden /> Insert an example
          </Button>
        ) : (
          <Button size="small" variant="ghost" className="-mr-2 text-muted-foreground" onClick={() => onChange("")}>
            <X aria-hidden /> Unset
          </Button>
        )}
      </div>
      <TextArea
        label="Tools as a JSON array"
        value={text}
        placeholder="Unset. A JSON array of tools."
        problem={problem}
        onChange={onChange}
      />
      {names.length > 0 && (
        <p className="flex flex-wrap gap-1 pt-1.5">
          {names.map((name) => (
            <span key={name} className="rounded-full border px-2 font-mono text-[11px] text-muted-foreground leading-5">
              {name}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
