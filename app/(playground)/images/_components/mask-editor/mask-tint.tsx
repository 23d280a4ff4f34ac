"use client";

import { type CSSProperties, useEffect, useState } from "react";
import { exportMask } from "#app/(playground)/images/_model/mask/worker/ask-mask-worker.ts";
import { useBlobUrl } from "#components/use-blob-url.ts";
import type { MaskState } from "#lib/playground/images/mask-state.ts";

/** Longer side of the exported mask, in pixels: enough for a thumbnail on a dense screen. */
const LONGER_SIDE = 256;

/** Tints the masked part of a thumbnail that is cut to a square around its centre. */
export function MaskTint({ mask }: { mask: MaskState }) {
  const url = useBlobUrl(useExportedMask(mask));
  if (!url) return null;
  // The exported mask is opaque where the image is preserved, so that it is excluded from the whole.
  const style: CSSProperties = {
    maskImage: `linear-gradient(#000, #000), url("${url}")`,
    maskSize: "cover",
    maskPosition: "center",
    maskComposite: "exclude",
  };
  return (
    <span
      aria-hidden
      data-testid="mask-tint"
      className="pointer-events-none absolute inset-0 rounded-xl bg-[rgb(255_38_122/0.6)]"
      style={style}
    />
  );
}

/** Returns the mask as a small image; the one before while a change of it is drawn. */
function useExportedMask(mask: MaskState): Blob | undefined {
  const [image, setImage] = useState<Blob>();
  useEffect(() => {
    let gone = false;
    const scale = Math.min(1, LONGER_SIDE / Math.max(mask.width, mask.height));
    const size = { width: Math.round(mask.width * scale), height: Math.round(mask.height * scale) };
    exportMask(mask, size).then(
      (exported) => !gone && setImage(exported),
      // The thumbnail stays without a tint.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [mask]);
  return image;
}
