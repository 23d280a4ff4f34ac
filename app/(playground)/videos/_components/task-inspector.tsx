"use client";

import { useQuery } from "@tanstack/react-query";
import { writeVideoSample } from "#app/(playground)/videos/_model/code-samples.ts";
import { Inspector } from "#components/inspector/inspector.tsx";
import { JsonView } from "#components/inspector/json-view.tsx";
import { SplitPane, TextBox } from "#components/inspector/text-box.tsx";
import { readTraceTexts } from "#lib/playground/trace/trace.ts";
import type { VideoTask } from "#lib/playground/videos/video-task.ts";
import { useCreation } from "./task-facts.tsx";
import { useStageItem } from "./use-stage-item.ts";
import { useVideoApi } from "./videos-context.tsx";

const NAMES = ["Video", "Operation"];

/** Inspector of the selected task: its object in each API, and its request. */
export function TaskInspector({ onClose }: { onClose: () => void }) {
  const item = useStageItem();
  if (item.kind !== "task") {
    return <Inspector running={false} onClose={onClose} absent="Create a video to see its task in each API format." />;
  }
  return <OneTaskInspector key={item.task.id} task={item.task} onClose={onClose} />;
}

function OneTaskInspector({ task, onClose }: { task: VideoTask; onClose: () => void }) {
  const creation = useCreation(task.id);
  return (
    <Inspector
      record={creation && readTraceTexts(creation)}
      running={false}
      absent="The original request is saved in the browser that sent it."
      first={{ label: "task", content: <TaskShapes task={task} /> }}
      writeCode={
        creation && ((language) => writeVideoSample(language, { request: creation.request, origin: location.origin }))
      }
      onClose={onClose}
    />
  );
}

function TaskShapes({ task }: { task: VideoTask }) {
  const api = useVideoApi();
  const { data, error } = useQuery({
    // A changed state means a changed response.
    queryKey: ["videos", "shapes", task.id, task.state, task.progress],
    queryFn: ({ signal }) => api.shapes(task.id, signal),
    placeholderData: (before) => before,
    retry: false,
  });
  if (error) {
    return (
      <p role="alert" className="px-4 py-6 text-[13px] text-destructive">
        {error.message}
      </p>
    );
  }
  return (
    <SplitPane>
      {data?.map(({ path, status, body }, index) => (
        <TextBox key={path} title={NAMES[index] ?? path} detail={`HTTP ${status} · GET ${path}`} copy={() => body}>
          <JsonView text={body} />
        </TextBox>
      ))}
    </SplitPane>
  );
}
