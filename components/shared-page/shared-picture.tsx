import { clsx } from "clsx";
import { Paperclip } from "lucide-react";
import type { SharedPart } from "#lib/contract/shared-page.ts";
import { formatBytes } from "#lib/playground/streams/metrics.ts";

type Picture = Extract<SharedPart, { type: "picture" }>;

export function SharedPicture({
  picture: { id, name, width, height },
  pictures,
  className,
}: {
  picture: Picture;
  pictures: string;
  className: string;
}) {
  return (
    // biome-ignore lint/performance/noImgElement: stored bytes, shown unchanged.
    <img
      src={`${pictures}/${id}`}
      alt={name}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      className={clsx("h-auto rounded-xl", className)}
    />
  );
}

/** A file of which the page has only the name, type and size. */
export function SharedFile({ file: { name, media_type, size } }: { file: Extract<SharedPart, { type: "file" }> }) {
  return (
    <p className="flex max-w-full items-start gap-2 rounded-xl border px-3 py-2 text-[13px]">
      <Paperclip aria-hidden className="mt-[3px] size-3.5 shrink-0 text-muted-foreground" />
      <span className="min-w-0 break-words">
        {name}{" "}
        <span className="text-muted-foreground">
          {media_type} · {formatBytes(size)} · not on this page
        </span>
      </span>
    </p>
  );
}
