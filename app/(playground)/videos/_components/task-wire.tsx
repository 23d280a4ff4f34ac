"use client";

import { useQuery } from "@tanstack/react-query";
import { writeVideoSample } from "#app/(playground)/videos/_model/code-samples.ts";
import { JsonView } from "#components/wire/json-view.tsx";
import { WireInspector } from "#components/wire/wire-inspector.tsx";
import { WireSplit, WireText } from "#components/wire/wire-text.tsx";
import { exchangeOfTexts } from "#lib/playground/trace/wire-record.ts";
import type { VideoTask } from "#lib/playground/videos/video-task.ts";
import { useCreation } from "./task-facts.tsx";
import { useStageItem } from "./use-stage-item.ts";
import { useVideoApi } from "./videos-context.tsx";

const NAMES = ["Video", "Operation"];

/** Inspector of the selected task: its object in each API, and its request. */
export function TaskWire({ onClose }: { onClose: () => void }) {
  const item = useStageItem();
  if (item.kind !== "task") {
    return (
      <WireInspector
        running={false}
        onClose={onClose}
        absent="Make a video: its task is shown here as each convention has it."
      />
    );
  }
  return <WireOf key={item.task.id} task={item.task} onClose={onClose} />;
}

function WireOf({ task, onClose }: { task: VideoTask; onClose: () => void }) {
  const creation = useCreation(task.id);
  return (
    <WireInspector
      record={creation && exchangeOfTexts(creation)}
      running={false}
      absent="How it was asked for is kept where that was done: not here."
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
    <WireSplit>
      {data?.map(({ path, status, body }, index) => (
        <WireText key={path} title={NAMES[index] ?? path} detail={`HTTP ${status} · GET ${path}`} copy={() => body}>
          <JsonView text={body} />
        </WireText>
      ))}
    </WireSplit>
  );
}
