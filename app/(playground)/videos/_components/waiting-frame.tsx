import type { ReactNode } from "react";
import { VideoBox } from "./stage-article.tsx";

/** Placeholder for a video that is not finished. Shows a bar only when the gateway reports progress. */
export function WaitingFrame({
  size,
  words,
  detail,
  progress = 0,
}: {
  size: { width: number; height: number };
  words: string;
  /** Text below the status: the time elapsed and the usual duration. */
  detail?: ReactNode;
  /** Percent; 0 when unknown. */
  progress?: number;
}) {
  return (
    <VideoBox size={size}>
      <div aria-hidden className="absolute inset-0 rounded-xl border" />
      <div aria-hidden className="dot-grid absolute inset-0" />
      <div className="absolute inset-0 grid place-content-center justify-items-center gap-1.5 p-4 text-center">
        <span className="rounded-full bg-background/85 px-3.5 py-1 text-[15px]">
          <span className="shimmer-text">{words}</span>
        </span>
        {progress > 0 && (
          <div
            role="progressbar"
            aria-label="Progress"
            aria-valuenow={progress}
            aria-valuemin={0}
            aria-valuemax={100}
            className="forced-color-adjust-none mt-1.5 h-1.5 w-48 max-w-full overflow-hidden rounded-full bg-foreground/10"
          >
            <div
              className="size-full origin-left rounded-full bg-accent transition-transform duration-700 ease-press"
              style={{ transform: `scaleX(${progress / 100})` }}
            />
          </div>
        )}
        {detail && (
          <p className="text-numeric rounded-full bg-background/85 px-2.5 py-0.5 text-muted-foreground">{detail}</p>
        )}
      </div>
      <span className="text-numeric absolute right-2.5 bottom-2.5 rounded-full bg-background/85 px-2 py-0.5 text-muted-foreground">
        {size.width} × {size.height}
      </span>
    </VideoBox>
  );
}
