"use client";

import { clsx } from "clsx";
import { Check, CircleAlert, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { copyText } from "#lib/playground/shell/copy-text.ts";
import { Button, IconButton } from "./button.tsx";

const LABELS = { copied: "Copied", failed: "Couldn’t copy" };
/** Both icons share one cell and cross-fade. */
const ICON = "col-start-1 row-start-1 transition-[opacity,filter,scale] duration-200 ease-press";
const HIDDEN = "scale-50 opacity-0 blur-[4px]";
/** Milliseconds for which the result is shown. */
const SHOWN = { copied: 1600, failed: 4000 };

/** Copies `text()` in one click. The icon changes to a check, or to a warning when the browser refuses. */
export function CopyButton({
  text,
  label = "Copy",
  size,
  words = false,
}: {
  text: () => string;
  label?: string;
  size?: "small";
  /** Shows the label beside the icon, where several buttons of this kind are side by side. */
  words?: boolean;
}) {
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
  const icon = (
    <span
      aria-hidden
      className={clsx("grid place-items-center", size === "small" || words ? "[&>svg]:size-3.5" : "[&>svg]:size-4")}
    >
      <Copy className={clsx(ICON, outcome && HIDDEN)} />
      {outcome === "failed" ? (
        <CircleAlert className={clsx(ICON, "text-destructive")} />
      ) : (
        <Check className={clsx(ICON, "text-success", outcome !== "copied" && HIDDEN)} />
      )}
    </span>
  );
  const name = outcome ? LABELS[outcome] : label;
  return (
    <span className="relative inline-flex">
      {words ? (
        <Button variant="ghost" size="small" className="font-normal text-muted-foreground" onClick={copy}>
          {icon} {name}
        </Button>
      ) : (
        <IconButton label={name} size={size} onClick={copy}>
          {icon}
        </IconButton>
      )}
      {/* Screen readers do not announce a changed button name, but they announce this. */}
      <span role="status" className="sr-only">
        {outcome && LABELS[outcome]}
      </span>
    </span>
  );
}
