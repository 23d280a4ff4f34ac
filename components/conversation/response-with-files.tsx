"use client";

import { Fragment } from "react";
import type { ResponseChoice } from "#lib/playground/conversation/model-response.ts";
import type { AssistantTurn } from "#lib/playground/conversation/transcript.ts";
import { Markdown } from "./markdown.tsx";
import { ResponseFileView } from "./response-file-view.tsx";

/** Text with images and other files at the positions where they arrived. */
export function ResponseWithFiles({
  choice: { text, files = [] },
  turn,
  live,
}: {
  choice: ResponseChoice;
  turn: AssistantTurn;
  live: boolean;
}) {
  const shown = files.filter(({ thought }) => !thought);
  const textBefore = (index: number) => text.slice(shown[index - 1]?.at ?? 0, shown[index]?.at).trim();
  const rest = textBefore(shown.length);
  return (
    <>
      {shown.map((file, index) => {
        const before = textBefore(index);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: files of a response are an append-only list.
          <Fragment key={index}>
            {before !== "" && <Markdown text={before} live={false} />}
            <ResponseFileView file={file} turn={turn} description={before || "Generated image"} />
          </Fragment>
        );
      })}
      {rest !== "" && <Markdown text={rest} live={live} />}
    </>
  );
}
