"use client";

import { Dialog } from "@base-ui/react/dialog";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { useState } from "react";
import { SAMPLE_LANGUAGES, type SampleLanguage, writeSample } from "#lib/playground/images/code-samples.ts";
import { operationOf } from "#lib/playground/images/image-job.ts";
import { sentValues } from "#lib/playground/images/image-parameters.ts";
import { CodeBlock } from "../../../../components/markdown/code-block.tsx";
import { IconButton } from "../../../../components/ui/button.tsx";
import { useImagesState } from "./images-context.tsx";

const NAMES: Record<SampleLanguage, string> = { curl: "curl", python: "Python", javascript: "JavaScript" };

/** What stands in the fields as code that does the same from elsewhere. */
export function CodeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const draft = useImagesState((state) => state.draft);
  const [language, setLanguage] = useState<SampleLanguage>("curl");
  const request = {
    ...draft,
    prompt: draft.prompt.trim() || "A lighthouse at dusk",
    values: sentValues(draft.values, { model: draft.model, operation: operationOf(draft) }),
  };
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
          <div role="radiogroup" aria-label="Language" className="flex rounded-[10px] bg-foreground/[0.05] p-0.5">
            {SAMPLE_LANGUAGES.map((name) => (
              <label
                key={name}
                className={clsx(
                  "flex h-7 flex-auto cursor-pointer items-center justify-center rounded-lg text-[13px] transition-colors has-focus-visible:outline-2 has-focus-visible:outline-ring pointer-coarse:h-9",
                  name === language
                    ? "bg-background shadow-sm dark:bg-foreground/15"
                    : "text-muted-foreground hover:text-foreground",
                )}
              >
                <input
                  type="radio"
                  name="language"
                  checked={name === language}
                  onChange={() => setLanguage(name)}
                  className="sr-only"
                />
                {NAMES[name]}
              </label>
            ))}
          </div>
          <CodeBlock
            code={writeSample(language, { request, origin: location.origin })}
            language={language === "curl" ? "bash" : language}
            growing={false}
            complete
          />
          <p className="text-[13px] text-muted-foreground">
            <code className="font-mono text-xs">PARLANCE_API_KEY</code> is a key of this gateway
            {request.sources.length > 0 && "; the files lie beside the script"}.
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
