"use client";

import { X } from "lucide-react";
import { useState } from "react";
import type { ListParameter } from "#lib/playground/parameters/parameter-definition.ts";

/**
 * List of strings as chips. Enter adds the typed text, which can contain spaces and commas; \n stands for a line break.
 */
export function ListControl({
  parameter,
  value,
  onChange,
}: {
  parameter: ListParameter;
  value: readonly string[];
  onChange: (value: string[]) => void;
}) {
  const [typed, setTyped] = useState("");
  const full = value.length >= parameter.maximumItems;
  const add = () => {
    const item = typed.replaceAll("\\n", "\n").replaceAll("\\t", "\t");
    if (item === "" || full || value.includes(item)) return;
    onChange([...value, item]);
    setTyped("");
  };
  return (
    <div className="flex flex-wrap gap-1 rounded-lg border border-input bg-foreground/[0.025] p-1 focus-within:border-foreground/40">
      {value.map((item) => (
        <span
          key={item}
          className="flex h-6 items-center gap-1 rounded-md bg-foreground/[0.08] pr-1 pl-2 font-mono text-xs"
        >
          {item.replaceAll("\n", "\\n").replaceAll("\t", "\\t")}
          <button
            type="button"
            aria-label={`Remove ${item}`}
            onClick={() => onChange(value.filter((other) => other !== item))}
            className="rounded p-0.5 text-muted-foreground hover:text-foreground"
          >
            <X aria-hidden className="size-3" />
          </button>
        </span>
      ))}
      {!full && (
        <input
          value={typed}
          aria-label={parameter.label}
          placeholder={value.length === 0 ? "Type, then Enter" : ""}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.nativeEvent.isComposing) {
              event.preventDefault();
              add();
            }
            if (event.key === "Backspace" && typed === "") onChange(value.slice(0, -1));
          }}
          className="h-6 min-w-24 flex-1 bg-transparent px-1.5 font-mono text-[13px] outline-none max-sm:text-base"
        />
      )}
    </div>
  );
}
