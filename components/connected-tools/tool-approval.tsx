"use client";

import { Ban, CheckCheck, Play } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Chat } from "#lib/playground/chat/chat.ts";
import type { ToolRunner } from "#lib/playground/chat/chat-settings.ts";
import { countToolRounds, MAXIMUM_ROUNDS } from "#lib/playground/conversation/auto-reply.ts";
import type { ToolCall } from "#lib/playground/conversation/model-response.ts";
import { visiblePath } from "#lib/playground/conversation/transcript.ts";
import { describeRunner } from "#lib/playground/tools/connected/connected-tool.ts";
import { type ReadableFile, runTool, type ToolOutcome } from "#lib/playground/tools/connected/run-tool.ts";
import {
  approveAlways,
  connectedTools,
  nameApproval,
  noteFrames,
} from "#lib/playground/tools/connected/tool-frames.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { Button } from "../ui/button.tsx";
import { useStore } from "../use-store.ts";

const REFUSED: ToolOutcome = { content: "The user refused this call.", isError: true };

function listFiles(chat: Chat): ReadableFile[] {
  return visiblePath(chat.store.get().session.transcript).flatMap((turn) =>
    turn.role === "user"
      ? turn.attachments.map(({ name, mediaType, sha256 }) => ({
          ...{ name, mediaType },
          load: () => chat.loadAttachment(sha256),
        }))
      : [],
  );
}

/** Asks before a connected tool runs, and runs it. */
export function ToolApproval({
  turnId,
  call,
  runner,
  seenLive,
  onOutcome,
}: {
  /** Response that made the call. */
  turnId: string;
  call: ToolCall;
  runner: ToolRunner;
  /** True when the call has just arrived on screen: a conversation that is opened again asks. */
  seenLive: boolean;
  onOutcome: (outcome: ToolOutcome) => void;
}) {
  const chat = useChat();
  const sessionId = useChatState((state) => state.session.id);
  const rounds = useChatState((state) => countToolRounds(visiblePath(state.session.transcript)));
  const approval = nameApproval(sessionId, runner);
  const isApproved = useStore(connectedTools, ({ approved }) => approved.has(approval));
  const [state, setState] = useState<"asks" | "runs" | "done">("asks");
  const isSpent = rounds >= MAXIMUM_ROUNDS;
  const runs = isApproved && seenLive && !isSpent;

  // Another conversation may be on screen when the tool ends: its result belongs to this one, which asks again then.
  const isShown = useRef(true);
  const hasRun = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const run = async () => {
    if (hasRun.current) return;
    hasRun.current = true;
    setState("runs");
    const { frames, ...outcome } = await runTool(runner, call.arguments, { files: listFiles(chat) });
    if (frames) noteFrames({ turnId, name: call.name, frames });
    if (!isShown.current) return;
    setState("done");
    onOutcome(outcome);
  };
  const runApproved = useEffectEvent(() => {
    void run();
  });
  useEffect(() => {
    if (runs) runApproved();
  }, [runs]);

  if (state === "runs" || state === "done") {
    return (
      <p role="status" className="border-t px-4 py-2.5 text-[13px] text-muted-foreground">
        {state === "runs" ? `Running ${describeRunner(runner)}…` : "Waiting for the other calls…"}
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-t px-4 py-2.5">
      <p className="w-full text-[13px]">
        Run <span className="break-all font-mono">{describeRunner(runner)}</span>?
        {isApproved && isSpent && ` ${MAXIMUM_ROUNDS} rounds ran by themselves.`}
      </p>
      <Button variant="primary" size="small" onClick={run}>
        <Play aria-hidden /> Approve once
      </Button>
      <Button
        size="small"
        data-tooltip="Runs every call of this tool in this conversation, until you reload the page"
        onClick={() => {
          approveAlways(sessionId, runner);
          void run();
        }}
      >
        <CheckCheck aria-hidden /> Always
      </Button>
      <Button
        size="small"
        variant="ghost"
        onClick={() => {
          setState("done");
          onOutcome(REFUSED);
        }}
      >
        <Ban aria-hidden /> Refuse
      </Button>
    </div>
  );
}
