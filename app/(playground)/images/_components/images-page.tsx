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
    const model = new URLSearchParams(location.search).get("model");
    void images.restore(loadImageDraft()).then(() => model && images.changeDraft({ model }));
  }, [images]);
  return (
    <ImagesProvider images={images}>
      <ImagesShell />
    </ImagesProvider>
  );
}
