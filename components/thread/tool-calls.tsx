"use client";

import { clsx } from "clsx";
import { Check, CornerDownLeft, Wrench } from "lucide-react";
import { useState } from "react";
import type { ToolCall } from "#lib/playground/answer.ts";
import { formatJson } from "#lib/playground/format-json.ts";
import { sampleToolResult } from "#lib/playground/tool-samples.ts";
import type { ToolTurn } from "#lib/playground/transcript.ts";
import { useChat } from "../chat/chat-context.tsx";
import { Button } from "../ui/button.tsx";

/** The calls of an answer: arguments as they grow, then a box for each result, typed by hand and sent together. */
export function ToolCalls({
  turnId,
  calls,
  live,
  awaiting,
  results,
}: {
  turnId: string;
  calls: readonly ToolCall[];
  live: boolean;
  awaiting: boolean;
  results?: ToolTurn;
}) {
  const chat = useChat();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [sent, setSent] = useState(false);
  const resultOf = (call: ToolCall) => typed[call.id] ?? sampleToolResult(call.name, call.arguments);
  const send = () => {
    setSent(true);
    const entries = calls.map((call) => ({ callId: call.id, name: call.name, content: resultOf(call) }));
    void chat.sendToolResults(turnId, entries);
  };
  return (
    <div className="flex flex-col gap-2.5">
      {calls.map((call, index) => {
        const result = results?.results.find((entry) => entry.callId === call.id)?.content;
        return (
          <section
            key={call.id || index}
            aria-label={`Call of ${call.name}`}
            className="animate-rise overflow-hidden rounded-2xl border bg-card"
          >
            <header className="flex items-center gap-2 px-4 pt-3 pb-2">
              <Wrench aria-hidden className={clsx("size-3.5", live ? "text-accent" : "text-muted-foreground")} />
              <span className="font-medium font-mono text-[13px]">{call.name}</span>
              <span className="ml-auto flex items-center gap-1 text-muted-foreground text-xs">
                {live && <span className="shimmer-text">Calling</span>}
                {result !== undefined && (
                  <>
                    <Check aria-hidden className="size-3.5 text-success" /> Answered
                  </>
                )}
                {awaiting && !sent && "Waits for a result"}
              </span>
            </header>
            <Code text={live ? call.arguments : indent(call.arguments)} caret={live && index === calls.length - 1} />
            {result !== undefined && <Code text={indent(result)} title="Result" />}
            {awaiting && !sent && (
              <label className="block border-t">
                <span className="group-title block px-4 pt-2.5">Result</span>
                <textarea
                  value={resultOf(call)}
                  spellCheck={false}
                  aria-label={`Result of ${call.name}`}
                  onChange={(event) => setTyped({ ...typed, [call.id]: event.target.value })}
                  onKeyDown={(event) => {
                    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) send();
                  }}
                  className="field-sizing-content max-h-64 min-h-9 w-full resize-none bg-transparent px-4 pt-1 pb-3 font-mono text-[13px] leading-5 -outline-offset-2 max-sm:text-base"
                />
              </label>
            )}
          </section>
        );
      })}
      {awaiting && !sent && (
        <div className="flex items-center gap-3">
          <Button variant="primary" onClick={send}>
            <CornerDownLeft aria-hidden />
            {calls.length > 1 ? "Send results" : "Send result"}
          </Button>
          <span className="text-muted-foreground text-xs">
            A sample is filled in. Change it to what your tool would say.
          </span>
        </div>
      )}
    </div>
  );
}

function Code({ text, title, caret }: { text: string; title?: string; caret?: boolean }) {
  return (
    <div className={clsx(title && "border-t")}>
      {title && <div className="group-title px-4 pt-2.5">{title}</div>}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach them.
        tabIndex={0}
        className="max-h-64 overflow-auto whitespace-pre-wrap break-words px-4 pt-1 pb-3 font-mono text-[13px] leading-5 -outline-offset-2"
      >
        {text || (caret ? "" : "{}")}
        {caret && (
          <span
            aria-hidden
            className="ml-px inline-block h-4 w-[7px] translate-y-[3px] animate-caret rounded-[1px] bg-accent"
          />
        )}
      </pre>
    </div>
  );
}

function indent(text: string): string {
  try {
    return formatJson(JSON.parse(text));
  } catch {
    return text;
  }
}
