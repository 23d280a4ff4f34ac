import type { ReactNode } from "react";

/**
 * Frame of an image: as wide as the column, unless the image is smaller or too tall to be fully visible in the window.
 */
export function PictureFrame({
  width,
  height,
  caption,
  children,
}: {
  /** Size of the image in pixels. */
  width: number;
  height: number;
  caption: ReactNode;
  /** The image; until it is loaded, dots light up along the diagonal. */
  children?: ReactNode;
}) {
  return (
    <figure
      className="flex animate-rise flex-col gap-1.5"
      style={{ width: `min(100%, ${width}px, ${((54 * width) / height).toFixed(2)}dvh)` }}
    >
      <div
        className="checkerboard relative w-full overflow-hidden rounded-2xl border"
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        {children ?? (
          <div className="absolute inset-0 bg-card">
            <div aria-hidden className="dot-grid absolute inset-0" />
          </div>
        )}
      </div>
      <figcaption className="flex min-h-8 flex-wrap items-center gap-x-3">{caption}</figcaption>
    </figure>
  );
}
