/** Clients of the chaos run: a few at once, each with one call after the other, and what became of every call. */
import { setTimeout as delay } from "node:timers/promises";
import { CALLS, type Call, type Thing, WrongAnswer } from "./calls.ts";

/**
 * `accepted`: answered in full; `refused`: by an error status; `left`: the client left first; `wrong`: answered with
 * something else; `broken`: no one knows.
 */
export type Outcome = "accepted" | "refused" | "left" | "wrong" | "broken";

export type CallRecord = {
  id: string;
  call: Call;
  /** Index of the gateway that was called. */
  gateway: number;
  outcome: Outcome;
  /** Unix milliseconds. */
  begun: number;
  ended: number;
  /** Words of the error; "" for an accepted call. */
  reason: string;
};

export type LoadResult = { records: CallRecord[]; things: Thing[] };

const CLIENTS = 8;
const LEAVING_SHARE = 0.12;
const LATEST_LEAVING_MS = 500;
/** A call that nobody answers is given up, as SDKs do after minutes. */
const GIVE_UP_MS = 15_000;
/** Longest pause between two calls of a client. */
const PAUSE_MS = 30;
/** After a call that found no gateway. */
const BROKEN_PAUSE_MS = 300;

/** Runs until the signal; resolves when the last call has ended. */
export async function runLoad({
  urls,
  random,
  signal,
  onHeld,
}: {
  /** URL of each gateway, up or down: a client may reach any. */
  urls: () => string[];
  random: () => number;
  /** Called with the gateway that has confirmed that it stored something. */
  onHeld: (gateway: number) => void;
  signal: AbortSignal;
}): Promise<LoadResult> {
  const records: CallRecord[] = [];
  const things: Thing[] = [];
  let count = 0;

  async function runOne(): Promise<Outcome> {
    const id = `chaos-${++count}`;
    const call = pickCall(random);
    const leaving = new AbortController();
    const leaves = random() < LEAVING_SHARE;
    const timer = setTimeout(() => leaving.abort(), leaves ? random() ** 2 * LATEST_LEAVING_MS : GIVE_UP_MS);
    const current = urls();
    const gateway = Math.floor(random() * current.length);
    const url = current[gateway] as string;
    const record: CallRecord = { id, call, gateway, outcome: "accepted", begun: Date.now(), ended: 0, reason: "" };
    try {
      const thing = await call.run({ url, id, signal: leaving.signal, random, things });
      if (thing) {
        things.push(thing);
        onHeld(gateway);
      }
    } catch (error) {
      record.outcome = outcomeOf(error, leaving.signal);
      record.reason = String(error).slice(0, 200);
    } finally {
      clearTimeout(timer);
      record.ended = Date.now();
      records.push(record);
    }
    return record.outcome;
  }

  async function runClient(): Promise<void> {
    while (!signal.aborted) {
      const outcome = await runOne();
      await delay(outcome === "broken" ? BROKEN_PAUSE_MS : PAUSE_MS * random());
    }
  }

  await Promise.all(Array.from({ length: CLIENTS }, runClient));
  return { records, things };
}

function outcomeOf(error: unknown, leaving: AbortSignal): Outcome {
  if (leaving.aborted) return "left";
  if (error instanceof WrongAnswer) return "wrong";
  return typeof (error as { status?: unknown }).status === "number" ? "refused" : "broken";
}

function pickCall(random: () => number): Call {
  const total = CALLS.reduce((sum, { share }) => sum + share, 0);
  let rest = random() * total;
  for (const call of CALLS) {
    rest -= call.share;
    if (rest < 0) return call;
  }
  return CALLS[0] as Call;
}
