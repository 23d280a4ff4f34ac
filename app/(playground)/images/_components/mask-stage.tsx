"use client";

import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import type { Attachment } from "#lib/playground/conversation/transcript.ts";
import { createMask } from "#lib/playground/images/mask-state.ts";
import { useImages, useImagesState } from "./images-context.tsx";
import { MaskEditor } from "./mask-editor/mask-editor.tsx";

/** Mask editor over the first source. The mask is saved with the fields, so it survives a reload. */
export function MaskStage({ source, onClose }: { source: Attachment; onClose: () => void }) {
  const images = useImages();
  const mask = useImagesState((state) => state.draft.mask);
  const [bytes, setBytes] = useState<Blob | null>();
  const { sha256, width = 1, height = 1 } = source;
  useEffect(() => {
    void images.loadBlob(sha256).then((blob) => setBytes(blob ?? null));
  }, [images, sha256]);
  return (
    <section
      aria-label="Mask"
      className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-4 pt-3 pb-3 max-sm:px-3"
    >
      <header className="flex shrink-0 items-center gap-3">
        <h2 className="font-medium tracking-tight">Mask</h2>
        <p className="min-w-0 flex-1 truncate text-[13px] text-muted-foreground">
          Paint the area to change. Everything else stays the same.
        </p>
        <Button size="small" variant="primary" className="pointer-coarse:h-9" onClick={onClose}>
          Done
        </Button>
      </header>
      {bytes === null && <p role="alert">The input image is no longer stored in this browser. Add it again.</p>}
      {bytes && (
        <MaskEditor
          image={bytes}
          value={mask ?? createMask(width, height)}
          onChange={images.setMask}
          className="flex-1"
        />
      )}
    </section>
  );
}
