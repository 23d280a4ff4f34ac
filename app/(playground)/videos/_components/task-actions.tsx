"use client";

import { Braces, RefreshCw, Shuffle, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import { useZone } from "#components/shell/use-zone.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { InlineConfirm } from "#components/ui/inline-confirm.tsx";
import { isUnderWay, type VideoState, type VideoTask } from "#lib/playground/videos/video-task.ts";
import { useVideos } from "./videos-context.tsx";

const toFields = () => document.querySelector<HTMLElement>("#composer")?.focus();

/** Actions of a task. */
export function TaskActions({ task, state }: { task: VideoTask; state: VideoState }) {
  const videos = useVideos();
  const [inspectorOpen, setInspectorOpen] = useZone("wire");
  const [asks, setAsks] = useState(false);
  const [problem, setProblem] = useState<string>();
  const live = isUnderWay(task);
  const remove = () => {
    setAsks(false);
    setProblem(undefined);
    videos.remove(task).then(toFields, (error: Error) => setProblem(error.message));
  };
  if (asks) {
    return (
      <InlineConfirm
        question={live ? "Cancel and delete this video?" : "Delete this video from the gateway?"}
        confirm={live ? "Cancel video" : "Delete"}
        onKeep={() => setAsks(false)}
        onConfirm={remove}
      />
    );
  }
  return (
    <span className="flex flex-wrap items-center">
      {problem && (
        <span role="alert" className="px-2 text-[13px] text-destructive">
          {problem}
        </span>
      )}
      {live ? (
        <Button
          size="small"
          variant="ghost"
          className="text-muted-foreground hover:text-foreground pointer-coarse:h-9"
          onClick={() => setAsks(true)}
        >
          Cancel
        </Button>
      ) : (
        <>
          {state === "completed" && (
            <Button
              size="small"
              variant="ghost"
              data-tooltip="Describe what should change; the rest stays"
              className="text-muted-foreground hover:text-foreground pointer-coarse:h-9"
              onClick={() => {
                videos.startRemix(task);
                toFields();
              }}
            >
              <Shuffle aria-hidden /> Remix
            </Button>
          )}
          <IconButton size="small" label="Run again" onClick={() => void videos.again(task)}>
            <RefreshCw />
          </IconButton>
        </>
      )}
      <Button
        size="small"
        variant="ghost"
        data-tooltip="Reuse prompt and settings"
        className="text-muted-foreground hover:text-foreground pointer-coarse:h-9"
        onClick={() => void videos.takeBackTask(task).then(toFields)}
      >
        <Undo2 aria-hidden /> Reuse prompt
      </Button>
      <IconButton
        size="small"
        label="Show both API formats"
        aria-expanded={inspectorOpen}
        onClick={() => setInspectorOpen(!inspectorOpen)}
      >
        <Braces />
      </IconButton>
      {!live && (
        <IconButton size="small" label="Delete" onClick={() => setAsks(true)}>
          <Trash2 />
        </IconButton>
      )}
    </span>
  );
}
