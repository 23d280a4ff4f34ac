import { useEffect, useRef } from "react";
import { Markdown } from "#components/conversation/markdown.tsx";
import type { ResponseChoice } from "#lib/playground/conversation/model-response.ts";
import type { LiveView } from "../_model/live-watch.ts";

/** Distance from the end of the page, in pixels, within which the end is followed. */
const NEAR = 80;

/** The text of a response as it grows, with its reasoning and tool calls. */
export function LiveText({ view: { response, phase, eventCount }, isLive }: { view: LiveView; isLive: boolean }) {
  const wasNear = useRef(true);
  useEffect(() => {
    const onScroll = () => {
      wasNear.current = document.documentElement.scrollHeight - innerHeight - scrollY < NEAR;
    };
    addEventListener("scroll", onScroll, { passive: true });
    return () => removeEventListener("scroll", onScroll);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the end of the growing text
  useEffect(() => {
    if (isLive && wasNear.current) scrollTo({ top: document.documentElement.scrollHeight });
  }, [response, isLive]);

  const shown = response.choices.filter(hasContent);
  if (shown.length === 0) {
    return <p className="text-muted-foreground">{isLive ? "No text yet." : describeEmpty(phase, eventCount)}</p>;
  }
  return shown.map((choice, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a choice is identified by its index.
    <article key={index} aria-label={shown.length > 1 ? `Choice ${index + 1}` : "Response"} className="min-w-0">
      <Choice choice={choice} isLive={isLive} />
    </article>
  ));
}

const describeEmpty = (phase: LiveView["phase"], eventCount: number): string =>
  phase === "ended" && eventCount > 0 ? "This response has no text. Its events have all of it." : "No text.";

const hasContent = ({ text, reasoning, refusal, toolCalls }: ResponseChoice): boolean =>
  text !== "" || reasoning !== "" || refusal !== "" || toolCalls.length > 0;

function Choice({
  choice: { text, reasoning, refusal, toolCalls },
  isLive,
}: {
  choice: ResponseChoice;
  isLive: boolean;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {reasoning !== "" && (
        <details className="text-[14px] text-muted-foreground">
          <summary className="cursor-pointer text-[13px]">Reasoning</summary>
          <div className="mt-1 border-l-2 pl-4">
            <Markdown text={reasoning} live={isLive && text === ""} />
          </div>
        </details>
      )}
      {text !== "" && <Markdown text={text} live={isLive} />}
      {refusal !== "" && <p>{refusal}</p>}
      {toolCalls.map(({ id, name, arguments: sent }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls are only ever added at the end.
        <details key={`${index}-${id}`} className="rounded-[10px] border px-3 py-2">
          <summary className="cursor-pointer break-words font-mono text-[13px]">{name}</summary>
          <pre className="mt-2 whitespace-pre-wrap break-words font-mono text-xs">{sent}</pre>
        </details>
      ))}
    </div>
  );
}
