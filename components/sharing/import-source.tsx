"use client";

import { FileUp } from "lucide-react";
import { type DragEvent, useId, useRef } from "react";
import { Button } from "../ui/button.tsx";

/** Input for an import: pasted text, or a chosen or dropped file. */
export function ImportSource({
  text,
  label = "JSON to import",
  hint,
  placeholder,
  accept,
  onText,
  onArchive,
  onProblem,
}: {
  text: string;
  label?: string;
  hint: string;
  placeholder: string;
  /** File types, as in `<input accept>`. */
  accept: string;
  onText: (text: string) => void;
  /** Handles ZIP files; absent when they are not accepted. */
  onArchive?: (file: File) => void;
  onProblem: (problem: string) => void;
}) {
  const picker = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const take = (file: File | undefined) => {
    if (!file) return;
    if (onArchive && /\.zip$/i.test(file.name)) onArchive(file);
    else file.text().then(onText, () => onProblem(`${file.name} can’t be read.`));
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    take(event.dataTransfer.files[0]);
  };
  return (
    <>
      <p id={hintId} className="text-muted-foreground">
        {hint}
      </p>
      <textarea
        aria-label={label}
        aria-describedby={hintId}
        value={text.length > 20_000 ? `${text.slice(0, 20_000)}…` : text}
        readOnly={text.length > 20_000}
        spellCheck={false}
        onChange={(event) => onText(event.target.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
        placeholder={placeholder}
        className="h-32 w-full shrink-0 resize-y rounded-xl border border-input bg-background p-3 font-mono text-xs max-sm:text-base"
      />
      <div className="flex gap-2">
        <Button onClick={() => picker.current?.click()}>
          <FileUp aria-hidden /> Choose a file
        </Button>
        {text !== "" && (
          <Button variant="ghost" onClick={() => onText("")}>
            Clear
          </Button>
        )}
        <input
          ref={picker}
          type="file"
          accept={accept}
          aria-label="File to import"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => take(event.target.files?.[0])}
        />
      </div>
    </>
  );
}
