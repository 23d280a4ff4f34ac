"use client";

import { useSyncExternalStore } from "react";
import type { ChatRun } from "#lib/playground/chat/chat-run.ts";
import { runningTurn } from "#lib/playground/chat/chat-state.ts";
import type { AssistantTurn } from "#lib/playground/conversation/transcript.ts";
import { useChatState } from "../chat/chat-context.tsx";
import { MetricsStrip } from "./metrics-strip.tsx";

/** Metrics of the running response at a fixed place, so that only its text moves. */
export function LiveMeter() {
  const turn = useChatState(runningTurn);
  const run = useChatState((state) => (turn ? state.runs[turn.id] : undefined));
  return turn && run ? <Meter turn={turn} run={run} /> : null;
}

function Meter({ turn, run }: { turn: AssistantTurn; run: ChatRun }) {
  const { answer, timings } = useSyncExternalStore(run.live.subscribe, run.live.get, run.live.get);
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-0 mx-auto w-full max-w-[46rem] px-4 pb-1.5">
      <MetricsStrip turn={turn} answer={answer} timings={timings} live={run} />
    </div>
  );
}
