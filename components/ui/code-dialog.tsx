"use client";

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { KEY_VARIABLE, SAMPLE_LANGUAGES, type SampleLanguage } from "#lib/playground/sample-text.ts";
import { CodeBlock } from "../markdown/code-block.tsx";
import { IconButton } from "./button.tsx";
import { Segmented } from "./segmented.tsx";

const NAMES: Record<SampleLanguage, string> = { curl: "curl", python: "Python", javascript: "JavaScript" };
const LANGUAGES = SAMPLE_LANGUAGES.map((value) => ({ value, label: NAMES[value] }));

/** A request as code that does the same from elsewhere. */
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
  /** The code reads files. */
  files: boolean;
  /** Further choices, over the code. */
  children?: ReactNode;
}) {
  const [language, setLanguage] = useState<SampleLanguage>("curl");
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 dark:bg-black/60" />
        <Dialog.Popup className="fixed top-1/2 left-1/2 z-50 flex max-h-[85dvh] w-[44rem] max-w-[calc(100vw-1.5rem)] -translate-x-1/2 -translate-y-1/2 flex-col gap-3 overflow-y-auto rounded-2xl bg-popover p-5 shadow-float outline-none transition-[opacity,scale] duration-200 ease-press data-ending-style:scale-[0.97] data-starting-style:scale-[0.97] data-ending-style:opacity-0 data-starting-style:opacity-0">
          <div className="flex items-center justify-between">
            <Dialog.Title className="font-medium text-base tracking-tight">The same request as code</Dialog.Title>
            <Dialog.Close render={<IconButton label="Close" size="small" />}>
              <X />
            </Dialog.Close>
          </div>
          {children}
          <Segmented label="Language" options={LANGUAGES} value={language} onChange={setLanguage} />
          <CodeBlock
            code={write(language)}
            language={language === "curl" ? "bash" : language}
            growing={false}
            complete
          />
          <p className="text-[13px] text-muted-foreground">
            <code className="font-mono text-xs">{KEY_VARIABLE}</code> is a key of this gateway
            {files && "; the files lie beside the script"}.
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
