"use client";

import { clsx } from "clsx";
import { Balloon, Cat, Lighthouse, PawPrint } from "lucide-react";
import { IMAGE_PRESETS } from "#app/(playground)/images/_model/image-presets.ts";
import { Greeting, Suggestions } from "#components/stage/empty-stage.tsx";
import { useImages } from "./images-context.tsx";

const ICONS: Record<string, typeof Cat> = { lighthouse: Lighthouse, balloon: Balloon, cat: Cat, fox: PawPrint };
const PRESETS = IMAGE_PRESETS.map((preset) => ({ ...preset, icon: ICONS[preset.id] ?? Cat }));

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
    <Suggestions
      items={PRESETS}
      wide
      className={clsx("until-restored", hidden && "invisible")}
      onChoose={({ prompt, values }) => {
        images.changeDraft({ model: "image-model-a", prompt, values, sources: [], mask: undefined });
        void images.generate();
      }}
    />
  );
}
