"use client";

import { lazy, Suspense } from "react";

const load = () => import("../markdown/markdown-stream.tsx");
const MarkdownStream = lazy(() => load().then((module) => ({ default: module.MarkdownStream })));

/** Fetches the renderer ahead of the first answer; it is too heavy for the first load. */
export function prefetchMarkdown(): void {
  void load();
}

/** Markdown, live or settled; plain text of the same measure until the renderer is there. */
export function Markdown({ text, live }: { text: string; live: boolean }) {
  return (
    <Suspense fallback={<div className="whitespace-pre-wrap break-words text-[15px] leading-relaxed">{text}</div>}>
      <MarkdownStream text={text} live={live} />
    </Suspense>
  );
}
