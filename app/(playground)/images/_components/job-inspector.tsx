"use client";

import { useEffect, useRef, useState } from "react";
import { writeSample } from "#app/(playground)/images/_model/code-samples.ts";
import { Inspector } from "#components/inspector/inspector.tsx";
import type { ImageTrace } from "#lib/playground/images/image-history.ts";
import type { LiveTrace } from "#lib/playground/trace/trace.ts";
import { useImages, useImagesState, useSelectedJob } from "./images-context.tsx";

/** Inspector of the selected request, live or from its saved trace. */
export function JobInspector({ onClose }: { onClose: () => void }) {
  const images = useImages();
  const job = useSelectedJob();
  const id = job?.id;
  const run = useImagesState(({ runs }) => (id === undefined ? undefined : runs[id]));
  const seen = useRef<{ id: string; trace: LiveTrace }>(undefined);
  if (id !== undefined && run) seen.current = { id, trace: run.trace };
  const live = seen.current?.id === id ? seen.current?.trace : undefined;
  const [loaded, setLoaded] = useState<{ id: string; record?: ImageTrace }>();
  const fromMemory = live !== undefined;
  useEffect(() => {
    if (id === undefined || fromMemory) return;
    let gone = false;
    const settle = (record?: ImageTrace) => !gone && setLoaded({ id, record });
    images.loadTrace(id).then(settle, () => settle());
    return () => {
      gone = true;
    };
  }, [images, id, fromMemory]);
  if (!job) {
    return (
      <Inspector running={false} onClose={onClose} absent="Generate an image to see the live request and events." />
    );
  }
  const known = loaded?.id === id ? loaded : undefined;
  return (
    <Inspector
      key={job.id}
      live={live}
      record={known?.record}
      running={run !== undefined}
      absent={fromMemory || known ? undefined : ""}
      writeCode={(language) => writeSample(language, { request: job.request, origin: location.origin })}
      onClose={onClose}
    />
  );
}
