"use client";

import { Download, Hourglass } from "lucide-react";
import { chooseTick, describeTimeLeft, isSoon } from "#app/(playground)/videos/_model/expiry.ts";
import { Button } from "#components/ui/button.tsx";
import type { VideoTask } from "#lib/playground/videos/video-task.ts";
import { DownloadLink } from "./download-link.tsx";
import { VideoBox } from "./stage-article.tsx";
import { useServerNow, useVideoApi, useVideos } from "./videos-context.tsx";

/** Returns the time left, such as "42 min", counted down; undefined for a video that does not expire. */
export function useTimeLeft({ expiresAt }: VideoTask): number | undefined {
  const api = useVideoApi();
  const left = expiresAt === undefined ? undefined : expiresAt - api.now();
  const now = useServerNow(left === undefined ? 0 : chooseTick(left));
  return expiresAt === undefined ? undefined : Math.max(0, expiresAt - now);
}

/** Warns that the gateway is about to delete a video, and offers a download. */
export function ExpiryNotice({ task }: { task: VideoTask }) {
  const left = useTimeLeft(task);
  if (left === undefined || !isSoon(left)) return null;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border border-warning/35 bg-warning/[0.06] py-1.5 pr-1.5 pl-3.5"
    >
      <Hourglass aria-hidden className="size-4 shrink-0 text-warning" />
      <span className="flex-1">
        This video expires in <span className="tabular-nums">{describeTimeLeft(left)}</span>.
      </span>
      <DownloadLink
        task={task}
        className="inline-flex h-8 items-center gap-1.5 rounded-lg bg-primary px-3 font-medium text-primary-foreground hover:bg-primary/85"
      >
        <Download aria-hidden className="size-3.5" /> Download now
      </DownloadLink>
    </p>
  );
}

/** Placeholder for a video that the gateway no longer has. */
export function ExpiredVideo({ task }: { task: VideoTask }) {
  const videos = useVideos();
  return (
    <VideoBox size={task}>
      <section className="absolute inset-0 grid place-content-center justify-items-center gap-2 p-5 text-center">
        <Hourglass aria-hidden className="size-5 text-muted-foreground" />
        <h3 className="font-medium">Expired</h3>
        <p className="max-w-sm text-balance text-muted-foreground">
          The gateway has deleted this video. Its prompt and settings are saved.
        </p>
        <Button variant="primary" className="mt-1" onClick={() => void videos.again(task)}>
          Generate again
        </Button>
      </section>
    </VideoBox>
  );
}
