"use client";

import { clsx } from "clsx";
import { IMAGE_PRESETS } from "#app/(playground)/images/_model/image-presets.ts";
import { Greeting } from "#components/stage/empty-stage.tsx";
import { PictureSuggestions } from "#components/stage/picture-suggestions.tsx";
import { PAGE_DOCS } from "#lib/playground/docs/docs-links.ts";
import { useImages } from "./images-context.tsx";

export function EmptyStage({ hidden, problem, mute }: { hidden: boolean; problem?: string; mute: boolean }) {
  return (
    <Greeting
      title="What should the image show?"
      detail={
        mute
          ? "No image model is connected yet."
          : "Describe an image, or upload one to edit. Images stay in this browser."
      }
      problem={problem && `Couldn’t reach the gateway: ${problem}`}
      className={clsx("until-restored", hidden && "invisible")}
    />
  );
}

/** Preset requests: each fills the fields and the panel, and sends. */
export function Presets({ hidden }: { hidden: boolean }) {
  const images = useImages();
  return (
    <PictureSuggestions
      items={IMAGE_PRESETS}
      medium="image"
      docs={PAGE_DOCS["/images"] ?? "/docs"}
      className={clsx("until-restored", hidden && "invisible")}
      onChoose={({ prompt, values }) => {
        images.changeDraft({ model: "image-model-a", prompt, values, sources: [], mask: undefined });
        void images.generate();
      }}
    />
  );
}
