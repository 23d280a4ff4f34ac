"use client";

import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import type { ToolRunner } from "#lib/playground/chat/chat-settings.ts";
import type { ToolCall } from "#lib/playground/conversation/model-response.ts";
import type { AssistantTurn, ToolTurn } from "#lib/playground/conversation/transcript.ts";
import { sampleToolError, sampleToolResult } from "#lib/playground/samples/tool-samples.ts";
import type { ToolOutcome } from "#lib/playground/tools/connected/run-tool.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { ToolCallCard } from "./tool-call-card.tsx";

const ToolReply = dynamic(() => import("./tool-reply.tsx").then((module) => module.ToolReply), {
  loading: () => <div className="h-8" />,
});
const ToolResultField = dynamic(() => import("./tool-result-field.tsx").then((module) => module.ToolResultField), {
  loading: () => <div className="h-[102px] border-t" />,
});

const ToolApproval = dynamic(
  () => import("../connected-tools/tool-approval.tsx").then((module) => module.ToolApproval),
  { loading: () => <div className="h-[86px] border-t" /> },
);

const JUST_NOW_MS = 2_000;

/**
 * Tool calls of a response: arguments as they stream, then a field for each result, typed by hand and sent together.
 */
export function ToolCalls({
  turn,
  calls,
  live,
  awaiting,
  results,
}: {
  turn: AssistantTurn;
  calls: readonly ToolCall[];
  live: boolean;
  awaiting: boolean;
  results?: ToolTurn;
}) {
  const chat = useChat();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [sent, setSent] = useState(false);
  /**
   * True for a response that came just now. A reopened conversation must not continue automatically. A fast response
   * ends before it is rendered live.
   */
  const [cameJustNow] = useState(() => Date.now() - turn.createdAt - (turn.timings.end ?? 0) < JUST_NOW_MS);
  const seenLive = useRef(live || cameJustNow);
  if (live) seenLive.current = true;
  const open = awaiting && !sent;
  const runners = useChatState((state) => state.session.settings.toolRunners);
  const outcomes = useRef<Record<number, ToolOutcome>>({});
  const [, setRun] = useState(0);
  /** Ids are missing in some APIs. */
  const outcomeOf = (call: ToolCall) => outcomes.current[calls.indexOf(call)];
  const isPending = (call: ToolCall) => runners?.[call.name] !== undefined && outcomeOf(call) === undefined;
  const resultOf = ({ id, name, arguments: written }: ToolCall) => typed[id] ?? sampleToolResult(name, written);
  const send = (isError = false) => {
    setSent(true);
    const entries = calls.map((call) => ({
      callId: call.id,
      name: call.name,
      ...(outcomeOf(call) ??
        (isError ? { content: typed[call.id] ?? sampleToolError(call.name), isError } : { content: resultOf(call) })),
    }));
    void chat.sendToolResults(turn.id, entries);
  };
  const take = (call: ToolCall, outcome: ToolOutcome) => {
    outcomes.current[calls.indexOf(call)] = outcome;
    setRun((count) => count + 1);
    // Nothing is left to type when every call was run, or refused.
    if (calls.every((each) => outcomeOf(each) !== undefined)) send();
  };
  return (
    <div className="flex flex-col gap-2.5">
      {calls.map((call, index) => (
        <ToolCallCard
          key={call.id || index}
          call={call}
          schema={live ? undefined : turn.asked?.tools?.[call.name]}
          live={live}
          caret={live && index === calls.length - 1}
          waits={open}
          result={results?.results.find((entry) => entry.callId === call.id)}
        >
          {open && runners?.[call.name] && (
            <ToolApproval
              turnId={turn.id}
              call={call}
              runner={runners[call.name] as ToolRunner}
              seenLive={seenLive.current}
              onOutcome={(outcome) => take(call, outcome)}
            />
          )}
          {open && !runners?.[call.name] && (
            <ToolResultField
              name={call.name}
              value={resultOf(call)}
              onChange={(content) => setTyped((before) => ({ ...before, [call.id]: content }))}
              onSubmit={() => send()}
            />
          )}
        </ToolCallCard>
      ))}
      {open && !calls.some(isPending) && <ToolReply count={calls.length} seenLive={seenLive.current} onSend={send} />}
    </div>
  );
}
