"use client";

import { useEffect, useRef } from "react";
import type { AssistantTurn } from "#lib/playground/conversation/transcript.ts";
import { chooseSpan } from "#lib/playground/inspector/gap-columns.ts";
import { openInspector } from "#lib/playground/inspector/trace-selection.ts";
import { createCommitScheduler } from "#lib/playground/streams/commit-scheduler.ts";
import { type Pulse, parsePulse, readPulse } from "#lib/playground/trace/pulse.ts";
import type { LiveTrace } from "#lib/playground/trace/trace.ts";
import { useChat } from "../chat/chat-context.tsx";
import { readChartLook, useAppliedTheme } from "../inspector/chart-look.ts";
import { drawPulse, PULSE_COLORS } from "../inspector/draw-pulse.ts";
import { useCanvasSize } from "../inspector/use-canvas-size.ts";
import { useMediaQuery } from "../use-media-query.ts";
import { findNewestResponse } from "./message-actions.tsx";

/** A longer span shows other events, and to parse all of them at once takes a phone 20 ms. */
const READS_PER_FRAME = 16;

/**
 * Gaps between the events of a response as a thin line, which grows while it streams; with reduced motion it is drawn at
 * the end. A click opens the inspector, as the button "Open trace" below the response does for the keyboard.
 */
export function TraceHairline({
  turn,
  live,
}: {
  turn: AssistantTurn;
  /** The running response, or its replay, whose whole length is known. */
  live?: { trace: LiveTrace; startedAt: number; length?: number };
}) {
  const chat = useChat();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height, scale } = useCanvasSize(canvas);
  const theme = useAppliedTheme();
  const still = useMediaQuery("(prefers-reduced-motion: reduce)");
  const { pulse } = turn;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!canvas.current || !context || width === 0) return;
    const { color } = readChartLook(canvas.current);
    // Before the first frame: in one, each first read would make the browser style the text that has just arrived.
    for (const name of PULSE_COLORS) color(name);
    const draw = (shown: Pulse) => {
      const hair = Math.max(1, Math.floor(scale));
      context.clearRect(0, 0, width, height);
      context.fillStyle = color("border");
      context.fillRect(0, height - hair, width, hair);
      drawPulse(context, shown, { color, base: height, height, width });
    };
    if (!live || still) {
      const saved = pulse === undefined ? undefined : parsePulse(pulse);
      if (saved) draw(saved);
      return;
    }
    const { trace, length, startedAt } = live;
    const scheduler = createCommitScheduler(() =>
      draw(readPulse(trace.record(), length ?? chooseSpan(performance.now() - startedAt, true), READS_PER_FRAME)),
    );
    const leave = trace.subscribe(() => scheduler.request());
    scheduler.request();
    return () => {
      leave();
      scheduler.dispose();
    };
  }, [live, pulse, still, theme, width, height, scale]);

  return (
    <button
      type="button"
      aria-hidden="true"
      tabIndex={-1}
      data-tooltip="Open trace"
      data-testid="hairline"
      className="relative -mt-1.5 -mb-1 block h-5 w-full py-1 opacity-75 transition-opacity duration-150 hover:opacity-100 pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-1.5 print:hidden"
      onClick={() => openInspector(turn.id, findNewestResponse(chat))}
    >
      <canvas ref={canvas} className="block h-3 w-full" />
    </button>
  );
}
