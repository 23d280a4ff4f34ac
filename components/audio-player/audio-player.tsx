import { formatBytes } from "#lib/playground/streams/metrics.ts";

/** The browser's audio player under the file's name. Its box has its size before the bytes are read. */
export function AudioPlayer({ url, name, size }: { url: string | undefined; name: string; size: number }) {
  return (
    <figure className="w-72 max-w-full rounded-2xl border bg-card p-2">
      <figcaption className="flex items-baseline gap-2 px-1.5 pb-1.5 text-[13px]">
        <span className="min-w-0 truncate">{name}</span>
        <span className="text-numeric ml-auto shrink-0 text-muted-foreground">{formatBytes(size)}</span>
      </figcaption>
      {/* biome-ignore lint/a11y/useMediaCaption: user recordings have no captions. */}
      <audio controls src={url} aria-label={name} preload="metadata" className="block h-10 w-full" />
    </figure>
  );
}
