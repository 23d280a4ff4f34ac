"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { listPreviewVersions } from "#lib/playground/markdown/preview/list-preview-versions.ts";
import { writePreview } from "#lib/playground/markdown/preview/preview-html.ts";
import { IconButton } from "../ui/button.tsx";
import { useResponseTexts } from "./response-texts.ts";

/** Code of a response as a page, beside its versions in the other responses of the conversation. */
export function CodePreview({ code, language, name }: { code: string; language: string; name: string }) {
  const readTexts = useResponseTexts();
  const [versions] = useState(() => listPreviewVersions(readTexts(), { code, language }));
  const [index, setIndex] = useState(() => versions.findLastIndex((version) => version.code === code));
  const html = writePreview(versions[index] ?? { code, language }) ?? "";
  return (
    <>
      {versions.length > 1 && index >= 0 && (
        <div className="flex h-9 items-center justify-center gap-1 border-b border-border/60 text-muted-foreground text-xs">
          <IconButton
            label="Earlier version of the page"
            size="small"
            disabled={index === 0}
            onClick={() => setIndex(index - 1)}
          >
            <ChevronLeft />
          </IconButton>
          <span role="status" className="tabular-nums">
            Version {index + 1} of {versions.length}
          </span>
          <IconButton
            label="Later version of the page"
            size="small"
            disabled={index === versions.length - 1}
            onClick={() => setIndex(index + 1)}
          >
            <ChevronRight />
          </IconButton>
        </div>
      )}
      <PreviewFrame key={html} html={html} title={`Preview of ${name} code`} />
    </>
  );
}

/** Code of a response as a page: its frame has no origin, and its policy lets it load nothing. */
function PreviewFrame({ html, title }: { html: string; title: string }) {
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
