"use client";

import { Check, CircleAlert, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./button.tsx";
import { copyImage } from "./save-image.ts";

const LABELS = { copied: "Copied", failed: "Couldn’t copy" };
/** Milliseconds for which the result is shown. */
const SHOWN = 2000;

/** Copies an image in one click. The icon changes to a check, or to a warning when the browser refuses. */
export function CopyImageButton({ label, read }: { label: string; read: () => Promise<Blob> }) {
  const [outcome, setOutcome] = useState<keyof typeof LABELS>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    copyImage(read()).then(
      () => setOutcome("copied"),
      () => setOutcome("failed"),
    );
  };
  return (
    <>
      <IconButton size="small" label={outcome ? LABELS[outcome] : label} onClick={copy}>
        {outcome === "copied" ? (
          <Check className="text-success" />
        ) : outcome === "failed" ? (
          <CircleAlert className="text-destructive" />
        ) : (
          <Copy />
        )}
      </IconButton>
      <span role="status" className="sr-only">
        {outcome && LABELS[outcome]}
      </span>
    </>
  );
}
