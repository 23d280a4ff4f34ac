"use client";

import { useEffect, useState } from "react";
import { loadImageDraft, saveImageDraft } from "#lib/playground/images/image-draft.ts";
import { openImageHistory } from "#lib/playground/images/image-history.ts";
import { createImages } from "#lib/playground/images/images.ts";
import { ImagesProvider } from "./images-context.tsx";
import { ImagesShell } from "./images-shell.tsx";

/** Owns the controller for as long as the page lives, and reads back what the last visit left. */
export function ImagesPage() {
  const [images] = useState(() => createImages({ history: openImageHistory(), saveDraft: saveImageDraft }));
  useEffect(() => {
    void images.restore(loadImageDraft());
    return () => images.stop();
  }, [images]);
  return (
    <ImagesProvider images={images}>
      <ImagesShell />
    </ImagesProvider>
  );
}
