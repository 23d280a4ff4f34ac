"use client";

import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { describeChange } from "#app/(playground)/images/_model/mask/files/measure-change.ts";
import { measureResult } from "#app/(playground)/images/_model/mask/worker/ask-mask-worker.ts";
import type { MaskState } from "#lib/playground/images/mask-state.ts";

type Measured = Awaited<ReturnType<typeof measureResult>>;

/** Reports whether an edit changed pixels outside its mask, measured in this browser from the source and the result. */
export function ChangeReport({ before, after, mask }: { before: Blob; after: Blob; mask: MaskState }) {
  const measured = useMeasured(before, after, mask);
  const { text, Icon, tone } = report(measured);
  return (
    <p role="status" className="flex min-h-5 items-start gap-1.5 text-[13px]" data-change={tone}>
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${COLOURS[tone]}`} />
      <span>{text}</span>
    </p>
  );
}

const COLOURS = { kept: "text-success", changed: "text-warning", unknown: "text-muted-foreground" };

function report(measured: Measured | Error | undefined) {
  if (!measured) return { text: "Comparing with the original…", Icon: Info, tone: "unknown" } as const;
  if (measured instanceof Error) {
    return { text: `Couldn’t compare with the original: ${measured.message}`, Icon: Info, tone: "unknown" } as const;
  }
  if (!measured.comparable) {
    const [was, is] = [measured.before, measured.after].map(({ width, height }) => `${width} × ${height}`);
    const text = `The original is ${was}, the result ${is}, so changes outside the mask can’t be measured.`;
    return { text, Icon: Info, tone: "unknown" } as const;
  }
  // JPEG compression changes every pixel; such changes are reported, but they are not the model's fault.
  const kept = measured.outside.visiblyChanged === 0;
  return {
    text: describeChange(measured),
    Icon: kept ? CircleCheck : TriangleAlert,
    tone: kept ? "kept" : "changed",
  } as const;
}

function useMeasured(before: Blob, after: Blob, mask: MaskState): Measured | Error | undefined {
  const [measured, setMeasured] = useState<Measured | Error>();
  useEffect(() => {
    let gone = false;
    setMeasured(undefined);
    measureResult({ state: mask, before, after }).then(
      (next) => !gone && setMeasured(next),
      (error: unknown) => !gone && setMeasured(error instanceof Error ? error : new Error(String(error))),
    );
    return () => {
      gone = true;
    };
  }, [before, after, mask]);
  return measured;
}
