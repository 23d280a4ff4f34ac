"use client";

import { Check, Link2 } from "lucide-react";
import { useEffect, useState } from "react";
import { copyText } from "#lib/playground/shell/copy-text.ts";
import { Button } from "../ui/button.tsx";

const LABELS = { ready: "Copy link", copied: "Copied", failed: "Couldn’t copy" };

/** Copies the link in one click and confirms in place. */
export function CopyLinkButton({ link }: { link: string }) {
  const [outcome, setOutcome] = useState<keyof typeof LABELS>("ready");
  useEffect(() => {
    if (outcome === "ready") return;
    const timer = setTimeout(() => setOutcome("ready"), 2500);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <Button
      variant="primary"
      size="small"
      className="pointer-coarse:h-9"
      onClick={() =>
        void copyText(link).then(
          () => setOutcome("copied"),
          () => setOutcome("failed"),
        )
      }
    >
      {outcome === "copied" ? <Check aria-hidden /> : <Link2 aria-hidden />}
      <span role="status">{LABELS[outcome]}</span>
    </Button>
  );
}
