"use client";

import { useEffect, useRef, useState } from "react";
import { noteStreaming } from "#lib/playground/chat/streaming-pages.ts";
import { isUnderWay } from "#lib/playground/videos/video-task.ts";
import { useTasks } from "./videos-context.tsx";

/**
 * The page's one polite live region: announces that a video is being made, and the result. The title shows the same in
 * the tab.
 */
export function TaskAnnouncer() {
  const { tasks } = useTasks();
  const before = useRef(new Map<string, boolean>());
  const [words, setWords] = useState("");
  const working = tasks.some(isUnderWay);
  useEffect(() => {
    for (const task of tasks) {
      const was = before.current.get(task.id);
      const is = isUnderWay(task);
      if (is && was === undefined) setWords("Rendering the video");
      if (!is && was === true) setWords(task.state === "failed" ? "The video failed" : "The video is ready");
      before.current.set(task.id, is);
    }
  }, [tasks]);
  useEffect(() => {
    noteStreaming("videos", working);
    return () => noteStreaming("videos", false);
  }, [working]);
  return (
    <div aria-live="polite" className="sr-only" data-testid="announcer">
      {words}
    </div>
  );
}
