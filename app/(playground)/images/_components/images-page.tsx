"use client";

import { useEffect, useState } from "react";
import { loadImageDraft } from "#app/(playground)/images/_model/image-draft.ts";
import { imagesInTab } from "#app/(playground)/images/_model/images-in-tab.ts";
import { ImagesProvider } from "./images-context.tsx";
import { ImagesShell } from "./images-shell.tsx";

/** Connects the page to its controller and restores the last visit. */
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
