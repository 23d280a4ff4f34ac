"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { VideoTask } from "#lib/playground/videos/video-task.ts";
import { WirePane } from "../../../../components/ui/wire-view.tsx";
import { useCreation } from "./task-facts.tsx";
import { useVideoApi } from "./videos-context.tsx";

const NAMES = ["Video", "Operation"];

/** The task as each convention has it, side by side, and how it was asked for. */
export function TaskWire({ task }: { task: VideoTask }) {
  const api = useVideoApi();
  const creation = useCreation(task.id);
  const { data, error } = useQuery({
    // A new state is a new answer.
    queryKey: ["videos", "shapes", task.id, task.state, task.progress],
    queryFn: ({ signal }) => api.shapes(task.id, signal),
    placeholderData: (before) => before,
    retry: false,
  });
  const box = useRef<HTMLDivElement>(null);
  // It opens below the video, and so mostly out of sight.
  useEffect(() => {
    box.current?.scrollIntoView({ behavior: "smooth", block: "start" });
  }, []);
  return (
    <div ref={box} className="@container grid w-full scroll-mt-4 animate-rise gap-2.5">
      {error && (
        <p role="alert" className="text-[13px] text-destructive">
          {error.message}
        </p>
      )}
      <div className="grid min-h-80 content-start items-start gap-2.5 @xl:grid-cols-2">
        {data?.map(({ path, status, body }, index) => (
          <WirePane key={path} title={`${NAMES[index]} · HTTP ${status}`} copy={() => body}>
            <pre className="whitespace-pre-wrap break-words px-4 pb-3">
              <span className="text-muted-foreground">GET {path}</span>
              {`\n\n${body}`}
            </pre>
          </WirePane>
        ))}
      </div>
      {creation ? (
        <div className="grid items-start gap-2.5 @xl:grid-cols-2">
          <WirePane title="Request that made it" copy={() => creation.shown}>
            <pre className="whitespace-pre-wrap break-words px-4 pb-3">{creation.shown}</pre>
          </WirePane>
          <WirePane title="Headers of its answer" copy={() => creation.headers}>
            <pre className="whitespace-pre-wrap break-words px-4 pb-3">{creation.headers}</pre>
          </WirePane>
        </div>
      ) : (
        <p className="text-muted-foreground text-xs">How it was asked for is kept where that was done: not here.</p>
      )}
    </div>
  );
}
