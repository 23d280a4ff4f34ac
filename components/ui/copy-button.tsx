"use client";

import { Check, CircleAlert, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { copyText } from "#lib/playground/copy-text.ts";
import { IconButton } from "./button.tsx";

const LABELS = { copied: "Copied", failed: "Copying was refused" };
/** How long the outcome is shown, in milliseconds. */
const SHOWN = { copied: 1600, failed: 4000 };

/** Copies `text()` in one click; the icon turns to a check, or to a warning when the browser refuses. */
export function CopyButton({ text, label = "Copy", size }: { text: () => string; label?: string; size?: "small" }) {
  const [outcome, setOutcome] = useState<keyof typeof LABELS>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN[outcome]);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    copyText(text()).then(
      () => setOutcome("copied"),
      () => setOutcome("failed"),
    );
  };
  return (
    <span className="relative inline-flex">
      <IconButton label={outcome ? LABELS[outcome] : label} size={size} onClick={copy}>
        {outcome === "copied" ? (
          <Check className="animate-rise text-success" />
        ) : outcome === "failed" ? (
          <CircleAlert className="animate-rise text-destructive" />
        ) : (
          <Copy className="animate-rise" />
        )}
      </IconButton>
      {/* A changed name of the button is not read out; this is. */}
      <span role="status" className="sr-only">
        {outcome && LABELS[outcome]}
      </span>
    </span>
  );
}
