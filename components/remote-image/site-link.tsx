/** Site of an image, as a link to the image itself. */
export function SiteLink({ src, note }: { src: string; note: string | undefined }) {
  return (
    <span className="block break-all text-muted-foreground text-xs">
      <a
        href={src}
        title={src}
        target="_blank"
        rel="noreferrer noopener"
        className="underline decoration-foreground/30 underline-offset-2 hover:decoration-foreground"
      >
        {new URL(src).host}
      </a>
      {note && ` · ${note}`}
    </span>
  );
}
