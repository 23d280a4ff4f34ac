"use client";

/** Code of a response as a page: its frame has no origin, and its policy lets it load nothing. */
export function PreviewFrame({ html, title }: { html: string; title: string }) {
  return (
    <iframe
      title={title}
      src="/preview.html"
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      // A frame without an origin cannot be named as the target.
      onLoad={({ currentTarget }) => currentTarget.contentWindow?.postMessage({ html }, "*")}
      // Pages are written for a light background unless they set one.
      style={{ colorScheme: "light" }}
      className="block h-96 max-h-[70dvh] min-h-32 w-full resize-y border-0 bg-white"
    />
  );
}
