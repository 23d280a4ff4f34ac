"use client";

import { clsx } from "clsx";
import { VIDEO_PRESETS } from "#app/(playground)/videos/_model/video-presets.ts";
import { Greeting } from "#components/stage/empty-stage.tsx";
import { PictureSuggestions } from "#components/stage/picture-suggestions.tsx";
import { PAGE_DOCS } from "#lib/playground/docs/docs-links.ts";
import { useVideos } from "./videos-context.tsx";

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
    <PictureSuggestions
      items={VIDEO_PRESETS}
      medium="video"
      docs={PAGE_DOCS["/videos"] ?? "/docs"}
      className={clsx("until-restored", hidden && "invisible")}
      onChoose={({ prompt, values }) => {
        videos.changeDraft({ prompt, values, reference: undefined, cut: false, remixOf: undefined });
        void videos.generate();
      }}
    />
  );
}
