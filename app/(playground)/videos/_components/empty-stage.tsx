"use client";

import { clsx } from "clsx";
import { Balloon, Lighthouse, MoonStar, PawPrint, Sailboat, Video } from "lucide-react";
import { VIDEO_PRESETS } from "#lib/playground/videos/video-presets.ts";
import { useVideos } from "./videos-context.tsx";

const ICONS: Record<string, typeof Video> = {
  boat: Sailboat,
  balloons: Balloon,
  lake: MoonStar,
  lighthouse: Lighthouse,
  fox: PawPrint,
};

export function EmptyStage({ ready, problem }: { ready: boolean; problem?: string }) {
  return (
    <div className={clsx("flex flex-1 flex-col items-center justify-end px-6 pb-7 text-center", !ready && "invisible")}>
      <h2 className="text-balance font-medium text-[26px] leading-8 tracking-[-0.02em]">What shall we film?</h2>
      {problem ? (
        <p role="alert" className="mt-2 max-w-md text-destructive">
          The gateway could not be asked: {problem}
        </p>
      ) : (
        <p className="mt-2 max-w-md text-balance text-muted-foreground">
          Describe a scene, or add a picture to begin with. The gateway works on it, also when you close the page.
        </p>
      )}
    </div>
  );
}

/** Each fills the fields, and sends. */
export function Presets({ ready }: { ready: boolean }) {
  const videos = useVideos();
  return (
    <div className={clsx("flex flex-[1.35] flex-col items-center px-4 pt-5 pb-8", !ready && "invisible")}>
      <ul aria-label="Suggestions" className="flex max-w-[54rem] flex-wrap justify-center gap-2">
        {VIDEO_PRESETS.map(({ id, label, prompt, values }) => {
          const Icon = ICONS[id] ?? Video;
          return (
            <li key={id}>
              <button
                type="button"
                onClick={() => {
                  videos.changeDraft({ prompt, values, reference: undefined, cut: false, remixOf: undefined });
                  void videos.generate();
                }}
                className="flex h-9 items-center gap-2 rounded-full border bg-background/60 pr-4 pl-3.5 text-[13px] text-muted-foreground transition-[background-color,color,border-color,transform] duration-150 ease-press hover:border-foreground/25 hover:bg-background hover:text-foreground active:scale-[0.98] pointer-coarse:h-11"
              >
                <Icon aria-hidden className="size-3.5" />
                {label}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
