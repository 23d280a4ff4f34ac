"use client";

import { Search } from "lucide-react";
import { useEffect, useState } from "react";

/** Finds a request by the ID that an error message named. */
export function IdField({
  value = "",
  onChange,
}: {
  value?: string | undefined;
  onChange: (id: string | undefined) => void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const apply = () => text.trim() !== value && onChange(text.trim() || undefined);
  return (
    <form
      className="relative ml-auto shrink-0"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-3 -translate-y-1/2 text-muted-foreground"
      />
      <input
        id="composer"
        aria-label="Request ID"
        placeholder="Request ID"
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={apply}
        className="h-7 w-44 rounded-full border border-input bg-transparent pr-2.5 pl-7 font-mono text-[12px] placeholder:font-sans placeholder:text-[13px] placeholder:text-muted-foreground pointer-coarse:h-9"
      />
    </form>
  );
}
