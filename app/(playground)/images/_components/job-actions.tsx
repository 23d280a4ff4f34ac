"use client";

import { clsx } from "clsx";
import { Braces, Pin, RefreshCw, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import { useZone } from "#components/shell/use-zone.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { InlineConfirm } from "#components/ui/inline-confirm.tsx";
import type { ImageJob } from "#lib/playground/images/image-job.ts";
import { useImages } from "./images-context.tsx";

/** Actions of a request that has ended. */
export function JobActions({ job }: { job: ImageJob }) {
  const images = useImages();
  const [inspectorOpen, setInspectorOpen] = useZone("wire");
  const [asks, setAsks] = useState(false);
  const running = job.state === "running";
  if (asks) {
    return (
      <InlineConfirm
        question="Delete this request?"
        confirm="Delete"
        onKeep={() => setAsks(false)}
        onConfirm={() => {
          images.remove(job.id);
          document.querySelector<HTMLElement>("#composer")?.focus();
        }}
      />
    );
  }
  return (
    // Rendered invisibly while the request runs, so that nothing moves when the image appears.
    <span inert={running} className={clsx("flex items-center", running && "invisible")}>
      <Button
        size="small"
        variant="ghost"
        data-tooltip="Reuse prompt and settings"
        className="text-muted-foreground hover:text-foreground pointer-coarse:h-9"
        onClick={() => {
          images.remix(job.id);
          document.querySelector<HTMLElement>("#composer")?.focus();
        }}
      >
        <Undo2 aria-hidden /> Reuse prompt
      </Button>
      <IconButton size="small" label="Run again" onClick={() => void images.again(job.id)}>
        <RefreshCw />
      </IconButton>
      <IconButton
        size="small"
        label="Open trace"
        aria-expanded={inspectorOpen}
        onClick={() => setInspectorOpen(!inspectorOpen)}
      >
        <Braces />
      </IconButton>
      <IconButton
        size="small"
        label={job.pinned ? "Pinned (never deleted automatically)" : "Pin (never delete automatically)"}
        aria-pressed={job.pinned === true}
        className={job.pinned ? "bg-foreground/[0.08] text-foreground" : undefined}
        onClick={() => images.setPinned(job.id, !job.pinned)}
      >
        <Pin className={job.pinned ? "fill-current" : undefined} />
      </IconButton>
      <IconButton size="small" label="Delete" onClick={() => setAsks(true)}>
        <Trash2 />
      </IconButton>
    </span>
  );
}
