"use client";

import type { ImageJob } from "#lib/playground/images/image-job.ts";
import { ChangeReport } from "./compare-slider/change-report.tsx";
import { useStoredImage } from "./images-context.tsx";

/** Checks whether the edit stayed inside the mask. Measured here because some upstreams ignore masks. */
export function EditCheck({ job, index }: { job: ImageJob; index: number }) {
  const before = useStoredImage(job.request.sources[0]?.sha256);
  const after = useStoredImage(job.images[index]?.sha256);
  const { mask } = job.request;
  return mask && before && after ? <ChangeReport before={before} after={after} mask={mask} /> : <p className="h-5" />;
}
