"use client";

import type { ImageJob } from "#lib/playground/images/image-job.ts";
import { CompareSlider } from "./compare-slider/compare-slider.tsx";
import { useStoredImage } from "./images-context.tsx";

/** An edit compared with its first source. The box has its size before the bytes are read. */
export function CompareView({ job, index }: { job: ImageJob; index: number }) {
  const image = job.images[index];
  const before = useStoredImage(job.request.sources[0]?.sha256);
  const after = useStoredImage(image?.sha256);
  const { width, height } = image ?? { width: 1, height: 1 };
  if (!before || !after) return <div className="rounded-xl border" style={{ aspectRatio: `${width} / ${height}` }} />;
  return <CompareSlider before={before} after={after} width={width} height={height} mask={job.request.mask} />;
}
