/** The newest response of each column, as lanes on one time axis. */
import type { ChatRun } from "#lib/playground/chat/chat-run.ts";
import { listResponsesByQuestion } from "#lib/playground/compare/rank-metrics.ts";
import type { AssistantTurn } from "#lib/playground/conversation/transcript.ts";
import type { TextPage } from "#lib/playground/history/history.ts";
import { chooseSpan } from "#lib/playground/inspector/gap-columns.ts";
import { type Pulse, parsePulse, readPulse } from "#lib/playground/trace/pulse.ts";
import type { Column } from "./column.ts";

export type RaceLane = {
  id: string;
  page: TextPage;
  turn: AssistantTurn | undefined;
  /** The response that still streams. */
  run: ChatRun | undefined;
};

export function watchLanes(columns: readonly Column[]) {
  let known: readonly RaceLane[] = [];
  return {
    subscribe(listener: () => void) {
      const stops = columns.map(({ chat }) => chat.store.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    /** Returns the same array until a response starts or ends. */
    get(): readonly RaceLane[] {
      const now = columns.map(readLane);
      const isSame =
        now.length === known.length &&
        now.every(({ turn, run }, index) => turn === known[index]?.turn && run === known[index]?.run);
      if (!isSame) known = now;
      return known;
    },
  };
}

function readLane({ id, page, chat }: Column): RaceLane {
  const { session, runs } = chat.store.get();
  const turn = listResponsesByQuestion(session.transcript).at(-1);
  return { id, page, turn, run: turn?.state === "streaming" ? runs[turn.id] : undefined };
}

export type Race = {
  /** Milliseconds over the whole width. */
  span: number;
  lanes: readonly {
    page: TextPage;
    pulse: Pulse | undefined;
    /** Milliseconds to the end of the response, or until now. */
    end: number;
    running: boolean;
  }[];
};

/**
 * Returns all lanes on one time axis.
 * @param now on the clock of the runs
 */
export function readRace(lanes: readonly RaceLane[], now: number): Race {
  const known = lanes.map(({ page, turn, run }) => {
    const saved = turn?.pulse === undefined ? undefined : parsePulse(turn.pulse);
    return { page, run, saved, end: run ? now - run.startedAt : (saved?.span ?? 0) };
  });
  const running = known.some(({ run }) => run !== undefined);
  const span = chooseSpan(Math.max(...known.map(({ end }) => end)), running);
  return {
    span,
    lanes: known.map(({ page, run, saved, end }) => ({
      page,
      end,
      running: run !== undefined,
      pulse: run ? readPulse(run.trace.record(), span) : saved,
    })),
  };
}
