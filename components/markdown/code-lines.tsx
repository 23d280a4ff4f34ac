import { clsx } from "clsx";
import { memo, useEffect, useRef } from "react";
import { toCodeChunks } from "#lib/playground/markdown/code/code-chunks.ts";
import type { CodeTokens } from "#lib/playground/markdown/code/tokenize-code.ts";
import { visibleText } from "#lib/playground/markdown/visible-text.ts";
import { ScrollBox } from "./scroll-box.tsx";
import { useHighlight } from "./use-highlight.ts";

interface CodeLinesProps {
  code: string;
  language: string;
  label: string;
  growing: boolean;
  complete: boolean;
  wrapped: boolean;
  expanded: boolean;
}

/** The code in chunks of lines. Plain and highlighted text have the same boxes, so highlighting moves nothing. */
export function CodeLines({ code, language, label, growing, complete, wrapped, expanded }: CodeLinesProps) {
  const shown = visibleText(code);
  const highlighted = useHighlight({ code: shown, language, enabled: complete });
  const chunks = toCodeChunks(shown);
  const { boxRef, onScroll } = useFollowEnd(growing);
  return (
    <ScrollBox
      label={label}
      boxRef={boxRef}
      onScroll={onScroll}
      className={clsx("overflow-auto", !expanded && "max-h-[400px]")}
    >
      <pre
        className={clsx(
          "markdown-code min-w-full px-3.5 py-3 font-mono text-[13px] leading-5",
          wrapped ? "whitespace-pre-wrap [overflow-wrap:anywhere]" : "w-max whitespace-pre",
          growing && "markdown-code-growing",
        )}
      >
        {chunks.map((chunk, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: chunks are only ever added at the end
          <CodeChunk key={index} text={chunk} tokens={highlighted?.[index]} alone={chunks.length === 1} />
        ))}
      </pre>
    </ScrollBox>
  );
}

interface CodeChunkProps {
  text: string;
  tokens: CodeTokens | undefined;
  alone: boolean;
}

const CodeChunk = memo(function CodeChunk({ text, tokens, alone }: CodeChunkProps) {
  return (
    <code
      className={clsx("block", !alone && "markdown-code-chunk")}
      style={alone ? undefined : { containIntrinsicBlockSize: `auto ${text.split("\n").length * 20 - 20}px` }}
    >
      {tokens?.map(({ text: part, kind }, index) =>
        kind === "" ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a text never change
          <span key={index} className={`code-${kind}`}>
            {part}
          </span>
        ),
      ) ?? text}
    </code>
  );
});

/** Scrolls to the end of growing code until the reader scrolls away. */
function useFollowEnd(growing: boolean) {
  const boxRef = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  useEffect(() => {
    const box = boxRef.current;
    if (!growing || !box?.firstElementChild) return;
    // Runs after layout. Reading the height after each token would force an additional layout.
    const observer = new ResizeObserver(() => {
      if (following.current) box.scrollTop = box.scrollHeight;
    });
    observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  }, [growing]);
  function onScroll() {
    const box = boxRef.current;
    if (box) following.current = box.scrollHeight - box.scrollTop - box.clientHeight < 24;
  }
  return { boxRef, onScroll };
}
