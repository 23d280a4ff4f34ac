"use client";

import { type ReactNode, useState } from "react";
import { KEY_VARIABLE, SAMPLE_LANGUAGES, type SampleLanguage } from "#lib/playground/samples/sample-text.ts";
import { CodeBlock } from "../markdown/code-block.tsx";
import { ModalDialog } from "./modal-dialog.tsx";
import { Segmented } from "./segmented.tsx";

/** Shows a request as code. */
export function CodeDialog({
  open,
  onClose,
  write,
  files,
  children,
}: {
  open: boolean;
  onClose: () => void;
  write: (language: SampleLanguage) => string;
  /** True when the code reads files. */
  files: boolean;
  /** More choices, above the code. */
  children?: ReactNode;
}) {
  const [language, setLanguage] = useState<SampleLanguage>("curl");
  return (
    <ModalDialog open={open} onClose={onClose} title="The same request as code" className="w-[44rem]">
      {children}
      <Segmented label="Language" options={SAMPLE_LANGUAGES} value={language} onChange={setLanguage} />
      <CodeBlock code={write(language)} language={language === "curl" ? "bash" : language} growing={false} complete />
      <p className="text-[13px] text-muted-foreground">
        <code className="font-mono text-xs">{KEY_VARIABLE}</code> to a key from this gateway
        {files && ". Put the files next to the script"}.
      </p>
    </ModalDialog>
  );
}
