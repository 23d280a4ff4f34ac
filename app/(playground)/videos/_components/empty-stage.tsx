"use client";

import { clsx } from "clsx";
import { Balloon, Lighthouse, MoonStar, PawPrint, Sailboat, Video } from "lucide-react";
import { VIDEO_PRESETS } from "#app/(playground)/videos/_model/video-presets.ts";
import { Greeting, Suggestions } from "#components/stage/empty-stage.tsx";
import { useVideos } from "./videos-context.tsx";

const ICONS: Record<string, typeof Video> = {
  boat: Sailboat,
  balloons: Balloon,
  lake: MoonStar,
  lighthouse: Lighthouse,
  fox: PawPrint,
};
const PRESETS = VIDEO_PRESETS.map((preset) => ({ ...preset, icon: ICONS[preset.id] ?? Video }));

export function EmptyStage({ hidden, problem, mute }: { hidden: boolean; problem?: string; mute: boolean }) {
  return (
    <Greeting
      title="What should the video show?"
      detail={
        mute
          ? "No video model is connected yet."
          : "Describe a scene or start from an image. Rendering continues even if you close this page."
      }
      problem={problem && `Couldn’t reach the gateway: ${problem}`}
      className={clsx("until-restored", hidden && "invisible")}
    />
  );
}

/** Preset requests: each fills the fields and sends. */
export function Presets({ hidden }: { hidden: boolean }) {
  const videos = useVideos();
  return (
    <Suggestions
      items={PRESETS}
      wide
      className={clsx("until-restored", hidden && "invisible")}
      onChoose={({ prompt, values }) => {
        videos.changeDraft({ prompt, values, reference: undefined, cut: false, remixOf: undefined });
        void videos.generate();
      }}
    />
  );
}
