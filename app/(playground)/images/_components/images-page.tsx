"use client";

import { useEffect, useState } from "react";
import { loadImageDraft } from "#lib/playground/images/image-draft.ts";
import { imagesInTab } from "#lib/playground/images/images-in-tab.ts";
import { ImagesProvider } from "./images-context.tsx";
import { ImagesShell } from "./images-shell.tsx";

/** Takes up the page's controller, and reads back what the last visit left. */
export function ImagesPage() {
  const [images] = useState(imagesInTab);
  useEffect(() => {
    void images.restore(loadImageDraft());
  }, [images]);
  return (
    <ImagesProvider images={images}>
      <ImagesShell />
    </ImagesProvider>
  );
}
