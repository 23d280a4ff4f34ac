"use client";

import { Trash2, Unlink } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { FailureCard } from "#components/ui/failure-card.tsx";
import { getOperationName } from "#lib/playground/videos/task-address.ts";
import { StageArticle } from "./stage-article.tsx";
import type { StageItem } from "./use-stage-item.ts";
import { useVideos, useVideosState } from "./videos-context.tsx";

/** Shown when a task requested by its ID does not exist: it was deleted, or belongs to another key. */
export function MissingTask({ item }: { item: Extract<StageItem, { kind: "missing" }> }) {
  const videos = useVideos();
  const { id, known, failure } = item;
  const here = useVideosState((state) => state.deleted.has(id));
  const size = known ?? { width: 1280, height: 720 };
  if (failure.status !== 404) {
    return (
      <StageArticle state="unknown" prompt={known?.prompt ?? id} size={size}>
        <FailureCard failure={failure} setParameters={[]} />
      </StageArticle>
    );
  }
  const Icon = known ? Trash2 : Unlink;
  return (
    <StageArticle state="missing" prompt={known?.prompt ?? id} size={size}>
      <section role="alert" className="animate-rise rounded-2xl border border-dashed px-4 py-3.5">
        <h3 className="flex items-center gap-2 font-medium">
          <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          {known ? (here ? "Deleted" : "Deleted elsewhere") : "Video not found"}
        </h3>
        <p className="mt-1.5 text-[15px] leading-6">
          {known
            ? "This video was deleted from the gateway. Its prompt and settings are saved here."
            : `The gateway has neither ${id} nor ${getOperationName(id)} for the key that is signed in.`}
        </p>
        {!known && (
          <p className="mt-1 text-muted-foreground">
            It was deleted, or another key created it. Sign in with that key to see it.
          </p>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          {known && (
            <Button variant="primary" onClick={() => void videos.again(known)}>
              Generate again
            </Button>
          )}
          <Button onClick={() => videos.selectNewest()}>Show newest</Button>
        </div>
      </section>
    </StageArticle>
  );
}
