"use client";

import { lazy, Suspense } from "react";

const load = () => import("../markdown/markdown-stream.tsx");
const MarkdownStream = lazy(() => load().then((module) => ({ default: module.MarkdownStream })));

/** Preloads the Markdown renderer before the first response; it is too large for the initial load. */
export function prefetchMarkdown(): void {
  void load();
}

/** Markdown, live or final; plain text of the same width until the renderer is loaded. */
export function Markdown({ text, live }: { text: string; live: boolean }) {
  return (
    <Suspense fallback={<div className="whitespace-pre-wrap break-words text-[15px] leading-relaxed">{text}</div>}>
      <MarkdownStream text={text} live={live} />
    </Suspense>
  );
}
