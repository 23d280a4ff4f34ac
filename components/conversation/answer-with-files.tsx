"use client";

import { Fragment } from "react";
import type { AnswerChoice } from "#lib/playground/conversation/answer.ts";
import type { AssistantTurn } from "#lib/playground/conversation/transcript.ts";
import { AnswerFileView } from "./answer-file-view.tsx";
import { Markdown } from "./markdown.tsx";

/** Text with images and other files at the positions where they arrived. */
export function AnswerWithFiles({
  choice: { text, files = [] },
  turn,
  live,
}: {
  choice: AnswerChoice;
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
            <AnswerFileView file={file} turn={turn} description={before || "Picture of the answer"} />
          </Fragment>
        );
      })}
      {rest !== "" && <Markdown text={rest} live={live} />}
    </>
  );
}
