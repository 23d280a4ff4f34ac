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
      title="What shall we paint?"
      detail={
        mute
          ? "This gateway has no model that makes pictures yet."
          : "Describe a picture, or add one to change it. Pictures are kept in this browser."
      }
      problem={problem && `The gateway could not be asked: ${problem}`}
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
