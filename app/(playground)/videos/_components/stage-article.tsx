import type { CSSProperties, ReactNode } from "react";

/** Maximum height of a video that leaves room for its text, its controls and the fields: narrow ones have two rows of controls. */
const TALLEST = { wide: "max(15rem, 100dvh - 24.5rem)", narrow: "max(15rem, 100dvh - 27rem)" };

/** Returns the width of a video of this shape at its maximum height. */
export function getWidth({ width, height }: { width: number; height: number }): string {
  return `calc(${(width / height).toFixed(4)} * ${width > height ? TALLEST.wide : TALLEST.narrow})`;
}

/**
 * One video on the stage, with its prompt above and its actions beside it. As wide as the window allows for the whole
 * video to be visible.
 */
export function StageArticle({
  state,
  prompt,
  size,
  before,
  actions,
  children,
}: {
  state: string;
  prompt: string;
  size: { width: number; height: number };
  /** Content above the prompt. */
  before?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <article
        aria-label="Video"
        data-state={state}
        className="mx-auto box-content flex animate-settle max-w-[calc(100%-2.5rem)] flex-col gap-3 px-5 pt-4 pb-6 max-sm:max-w-[calc(100%-1.5rem)] max-sm:px-3"
        style={{ width: `max(min(34rem, 100%), ${getWidth(size)})` }}
      >
        <header className="flex min-h-8 flex-wrap items-start gap-x-4 gap-y-1">
          <div className="min-w-0 flex-1 basis-56">
            {before}
            <h2 className="line-clamp-3 pt-1 text-[15px] leading-6" title={prompt}>
              {prompt || "A video"}
            </h2>
          </div>
          {actions}
        </header>
        {children}
      </article>
    </div>
  );
}

/** Box with the video's shape, centred and fully visible. Nothing moves when the video is loaded. */
export function VideoBox({ size, children }: { size: { width: number; height: number }; children: ReactNode }) {
  return (
    <div
      className="relative mx-auto aspect-(--shape) w-full max-w-(--widest) overflow-hidden rounded-xl bg-card in-[figure:fullscreen]:aspect-auto in-[figure:fullscreen]:max-w-none in-[figure:fullscreen]:flex-1"
      style={{ "--shape": `${size.width} / ${size.height}`, "--widest": getWidth(size) } as CSSProperties}
    >
      {children}
    </div>
  );
}
