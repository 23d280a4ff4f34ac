"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./button.tsx";

/** Copies `text()` in one click; the icon turns to a check. */
export function CopyButton({ text, label = "Copy", size }: { text: () => string; label?: string; size?: "small" }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <IconButton
      label={copied ? "Copied" : label}
      size={size}
      onClick={() => void copyText(text()).then(() => setCopied(true))}
    >
      {copied ? <Check className="animate-rise text-success" /> : <Copy className="animate-rise" />}
    </IconButton>
  );
}

/** The clipboard API needs a secure context; over plain http the old command still works. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
