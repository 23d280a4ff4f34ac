"use client";

import { ScanSearch } from "lucide-react";
import { useId, useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { readVideoId } from "#lib/playground/videos/task-address.ts";
import { useVideos } from "./videos-context.tsx";

/** Field that accepts any name of a task and selects the task. */
export function TrackField({ onTracked }: { onTracked?: () => void }) {
  const videos = useVideos();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const problemId = useId();
  return (
    <form
      aria-label="Find a video"
      onSubmit={(event) => {
        event.preventDefault();
        const id = readVideoId(text);
        if (id === undefined) {
          setProblem("Enter a video ID (video_…), an operation name (operations/…), or a link to one.");
          return;
        }
        setText("");
        videos.select(id);
        onTracked?.();
      }}
    >
      <span className="flex items-center rounded-lg border border-input bg-foreground/[0.025] focus-within:border-foreground/40">
        <input
          value={text}
          aria-label="Video ID or operation name"
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : problemId}
          placeholder="Find by ID"
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setText(event.target.value);
            setProblem(undefined);
          }}
          className="h-8 min-w-0 flex-1 bg-transparent px-2.5 font-mono text-xs outline-none max-sm:h-10 max-sm:text-base"
        />
        <IconButton type="submit" size="small" label="Find" disabled={text.trim() === ""}>
          <ScanSearch />
        </IconButton>
      </span>
      {problem && (
        <p id={problemId} role="alert" className="px-1 pt-1 text-destructive text-xs">
          {problem}
        </p>
      )}
    </form>
  );
}
