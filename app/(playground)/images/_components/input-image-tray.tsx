"use client";

import { clsx } from "clsx";
import { ArrowLeft, Brush, X } from "lucide-react";
import dynamic from "next/dynamic";
import type { Coverage } from "#app/(playground)/images/_model/mask/plane/coverage.ts";
import { describeCoverage } from "#app/(playground)/images/_model/mask/plane/describe-coverage.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import type { Attachment } from "#lib/playground/conversation/transcript.ts";
import { findMaskProblem } from "#lib/playground/images/input-images.ts";
import type { MaskState } from "#lib/playground/images/mask-state.ts";
import { useImages, useImagesState } from "./images-context.tsx";
import { StoredThumb } from "./stored-thumb.tsx";

const MaskTint = dynamic(() => import("./mask-editor/mask-tint.tsx").then((module) => module.MaskTint));

/** Input images of an edit in the order in which they are sent, with the mask of the first. */
export function InputImageTray({
  masking,
  coverage,
  onMask,
}: {
  masking: boolean;
  /** Coverage of the mask; undefined without a mask, and until it is known. */
  coverage: Coverage | undefined;
  onMask: (open: boolean) => void;
}) {
  const images = useImages();
  const { sources, mask, model } = useImagesState((state) => state.draft);
  if (sources.length === 0) return null;
  const masked = mask !== undefined && mask.position > 0;
  const problem = findMaskProblem(model);
  return (
    <div className={clsx("flex flex-wrap items-end gap-2 px-3.5 pt-3.5", masking && "max-sm:hidden")}>
      <ul className="flex flex-wrap gap-2" aria-label="Input images">
        {sources.map((source, index) => (
          <Source
            key={source.sha256}
            source={source}
            first={index === 0}
            mask={index === 0 && masked ? mask : undefined}
          />
        ))}
      </ul>
      <span className="flex items-center gap-1">
        <Button
          size="small"
          aria-pressed={masking}
          disabled={problem !== undefined}
          data-tooltip={problem ?? "Choose what of the first source may change"}
          className={clsx("pointer-coarse:h-9", masking && "border-accent text-accent")}
          onClick={() => onMask(!masking)}
        >
          <Brush aria-hidden /> {masking ? "Done" : masked ? "Edit mask" : "Paint a mask"}
        </Button>
        {masked && !masking && (
          <IconButton size="small" label="Remove mask" onClick={() => images.setMask(undefined)}>
            <X />
          </IconButton>
        )}
        {masked && !masking && coverage && (
          <span
            className={clsx("px-1 text-[13px]", coverage.kind === "partial" ? "text-muted-foreground" : "text-warning")}
          >
            {describeCoverage(coverage)}
          </span>
        )}
      </span>
    </div>
  );
}

function Source({ source, first, mask }: { source: Attachment; first: boolean; mask: MaskState | undefined }) {
  const images = useImages();
  const round =
    "absolute grid size-5 place-items-center rounded-full bg-primary text-primary-foreground opacity-0 transition-opacity before:absolute before:-inset-2 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100";
  return (
    <li className="group relative">
      <StoredThumb
        source={source}
        title={`${source.name}, ${source.width} × ${source.height}${mask ? ", masked" : ""}`}
        className="size-16 rounded-xl"
      />
      {mask && <MaskTint mask={mask} />}
      {!first && (
        <button
          type="button"
          aria-label={`Move ${source.name} forward`}
          onClick={() => images.moveForward(source.sha256)}
          className={clsx(round, "-top-1.5 -left-1.5")}
        >
          <ArrowLeft aria-hidden className="size-3" />
        </button>
      )}
      <button
        type="button"
        aria-label={`Remove ${source.name}`}
        onClick={() => images.removeSource(source.sha256)}
        className={clsx(round, "-top-1.5 -right-1.5")}
      >
        <X aria-hidden className="size-3" />
      </button>
    </li>
  );
}
