"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import type { ImageWire } from "#lib/playground/images/image-history.ts";
import { useImages } from "./images-context.tsx";

const WireView = dynamic(() => import("../../../../components/ui/wire-view.tsx").then((module) => module.WireView));

export function JobWire({ jobId }: { jobId: string }) {
  const images = useImages();
  const [wire, setWire] = useState<ImageWire | null>();
  useEffect(() => {
    images.loadWire(jobId).then(
      (record) => setWire(record ?? null),
      () => setWire(null),
    );
  }, [images, jobId]);
  if (wire === undefined) return null;
  if (wire === null) return <p className="text-muted-foreground text-xs">The wire of this request was not kept.</p>;
  return <WireView wire={wire} />;
}
