"use client";

import dynamic from "next/dynamic";
import { useEffect, useMemo, useRef, useState } from "react";
import { visiblePath } from "#lib/playground/conversation/transcript.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import { chooseShownTrace, selectTrace, traceSelection } from "#lib/playground/inspector/trace-selection.ts";
import type { TraceSource } from "#lib/playground/inspector/trace-view.ts";
import { writeTextSample } from "#lib/playground/samples/text-samples.ts";
import { type CallFrames, connectedTools } from "#lib/playground/tools/connected/tool-frames.ts";
import { readSampleRequest } from "#lib/playground/trace/read-sample-request.ts";
import { replays, selectReplay, showReplay } from "#lib/playground/trace/replays.ts";
import { canReplay, startReplay } from "#lib/playground/trace/start-replay.ts";
import type { SavedTrace } from "#lib/playground/trace/trace.ts";
import { useChat, useChatState, useIsDemoRun } from "../chat/chat-context.tsx";
import { Inspector } from "../inspector/inspector.tsx";
import { ReplayControls } from "../inspector/replay-controls.tsx";
import { useStore } from "../use-store.ts";

const FramesPane = dynamic(() => import("../connected-tools/frames-pane.tsx").then((module) => module.FramesPane));

/** Inspector of the open conversation: the running request, the newest one, or the selected one. */
export function TextInspector({ dialect, onClose }: { dialect: TextDialect; onClose: () => void }) {
  const transcript = useChatState((state) => state.session.transcript);
  const ids = useMemo(
    () => visiblePath(transcript).flatMap((turn) => (turn.role === "assistant" ? turn.id : [])),
    [transcript],
  );
  const id = useStore(traceSelection, (choice) => chooseShownTrace(ids, choice));
  const { running, loading, ...source } = useTurnTrace(id);
  const frames = useFrames(id);
  const request = source.live?.record() ?? source.record;
  const replay = useStore(replays, selectReplay(id));
  const recorded = useIsDemoRun();
  // The body may contain files, so it is parsed only once.
  const body = request?.request;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sample depends on nothing else in the record
  const sample = useMemo(() => request && readSampleRequest(request), [id, body]);
  if (id === undefined) {
    return <Inspector running={false} onClose={onClose} absent="Send a message to see the live request and events." />;
  }
  const at = ids.indexOf(id);
  return (
    <Inspector
      key={id}
      {...(replay ? { live: replay.trace, replay } : source)}
      running={running || replay !== undefined}
      absent={loading ? "" : undefined}
      steps={{ at, count: ids.length, onStep: (by) => selectTrace(ids[at + by] ?? id, ids.at(-1)) }}
      frames={frames.length > 0 && <FramesPane calls={frames} />}
      writeCode={
        sample &&
        ((language) => writeTextSample(language, { request: sample, page: dialect.page, origin: location.origin }))
      }
      actions={
        !running &&
        request &&
        canReplay(request) && (
          <ReplayControls
            replay={replay}
            recorded={recorded}
            onPlay={() => {
              const turn = transcript.turns[id];
              if (turn?.role !== "assistant") return;
              const answer = dialect.createResponseReader({ saveFile: async () => {} });
              showReplay(startReplay({ turnId: id, record: request, answer, settled: turn.answer }));
            }}
          />
        )
      }
      onClose={onClose}
    />
  );
}

/** Returns the messages of MCP servers for the tool calls of a response. */
function useFrames(id: string | undefined): CallFrames[] {
  const calls = useStore(connectedTools, (state) => state.calls);
  return calls.filter(({ turnId }) => turnId === id);
}

/**
 * Returns the trace of a turn. A run seen live is shown from memory after its end too: complete, and without a flash.
 */
function useTurnTrace(id: string | undefined): TraceSource & { running: boolean; loading: boolean } {
  const chat = useChat();
  const run = useChatState((state) => (id === undefined ? undefined : state.runs[id]));
  const seen = useRef<{ id: string; trace: TraceSource["live"] }>(undefined);
  if (id !== undefined && run) seen.current = { id, trace: run.trace };
  const live = seen.current?.id === id ? seen.current?.trace : undefined;
  const [loaded, setLoaded] = useState<{ id: string; record?: SavedTrace }>();
  const fromMemory = live !== undefined;
  useEffect(() => {
    if (id === undefined || fromMemory) return;
    let gone = false;
    const settle = (record?: SavedTrace) => !gone && setLoaded({ id, record });
    chat.loadTrace(id).then(settle, () => settle());
    return () => {
      gone = true;
    };
  }, [chat, id, fromMemory]);
  const known = loaded?.id === id ? loaded : undefined;
  return { live, record: known?.record, running: run !== undefined, loading: !fromMemory && known === undefined };
}
