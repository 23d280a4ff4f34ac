"use client";

import { useEffect, useState } from "react";
import { loadImageDraft } from "#app/(playground)/images/_model/image-draft.ts";
import { imagesInTab } from "#app/(playground)/images/_model/images-in-tab.ts";
import { usePresetSync } from "#components/use-gateway-sync.ts";
import { ImagesProvider } from "./images-context.tsx";
import { ImagesShell } from "./images-shell.tsx";

/** Connects the page to its controller and restores the last visit. */
export function ImagesPage() {
  const [images] = useState(imagesInTab);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const model = query.get("model");
    const tour = query.get("tour");
    void images.restore(loadImageDraft()).then(async () => {
      if (model) images.changeDraft({ model });
      if (!tour) return;
      const { playTourStop } = await import("#app/(playground)/images/_model/play-tour-stop.ts");
      await playTourStop(images, tour);
    });
  }, [images]);
  usePresetSync("images");
  return (
    <ImagesProvider images={images}>
      <ImagesShell />
    </ImagesProvider>
  );
}
