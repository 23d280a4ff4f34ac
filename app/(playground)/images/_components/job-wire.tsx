"use client";

import { useEffect, useRef, useState } from "react";
import { writeSample } from "#app/(playground)/images/_model/code-samples.ts";
import { WireInspector } from "#components/wire/wire-inspector.tsx";
import type { ImageWire } from "#lib/playground/images/image-history.ts";
import type { LiveWire } from "#lib/playground/trace/wire-record.ts";
import { useImages, useImagesState, useSelectedJob } from "./images-context.tsx";

/** Inspector of the selected request, live or from its saved trace. */
export function JobWire({ onClose }: { onClose: () => void }) {
  const images = useImages();
  const job = useSelectedJob();
  const id = job?.id;
  const run = useImagesState(({ runs }) => (id === undefined ? undefined : runs[id]));
  const seen = useRef<{ id: string; wire: LiveWire }>(undefined);
  if (id !== undefined && run) seen.current = { id, wire: run.wire };
  const live = seen.current?.id === id ? seen.current?.wire : undefined;
  const [loaded, setLoaded] = useState<{ id: string; record?: ImageWire }>();
  const fromMemory = live !== undefined;
  useEffect(() => {
    if (id === undefined || fromMemory) return;
    let gone = false;
    const settle = (record?: ImageWire) => !gone && setLoaded({ id, record });
    images.loadWire(id).then(settle, () => settle());
    return () => {
      gone = true;
    };
  }, [images, id, fromMemory]);
  if (!job) {
    return (
      <WireInspector
        running={false}
        onClose={onClose}
        absent="Make a picture: what goes over the wire is shown here as it happens."
      />
    );
  }
  const known = loaded?.id === id ? loaded : undefined;
  return (
    <WireInspector
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
