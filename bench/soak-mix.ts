/** Calls of the soak: which routes and models they take, how they should end, and when their clients leave. */
import { type Fault, faultModel, type StreamPattern, streamModel } from "./protocol.ts";
import { WIRES, type Wire } from "./wire.ts";

export type SoakJob = {
  origin: string;
  key: string;
  perSecond: number;
  seconds: number;
  /** The same seed gives the same calls. */
  seed: number;
};

/**
 * `complete`: a whole reply or a stream with its dialect's proper end; `failed`: an error status, a broken connection
 * or a stream without a proper end; `left`: the client left first.
 */
export type Outcome = "complete" | "failed" | "left";

export type SoakResult = {
  /** Counts by kind, such as `relay, stream` or `cut, whole`. */
  kinds: Record<string, Record<Outcome, number>>;
  /** Calls that did not end as they should. */
  unexpected: number;
  /** Message of the first one. */
  firstUnexpected: string | undefined;
};

export type SoakCall = {
  kind: string;
  wire: Wire;
  path: string;
  body: string;
  isStream: boolean;
  /** Ending that is right when the client stays. */
  expected: Outcome;
  /** Milliseconds after which the client leaves; undefined for one that stays. */
  disconnectsAfterMs: number | undefined;
};

/** Ends of a stream by the wire's name. */
const PROPER_END: Record<string, string> = {
  chat: "data: [DONE]",
  responses: '"type":"response.completed"',
  messages: '"type":"message_stop"',
  google: '"finishReason":"STOP"',
};

const PATTERN: StreamPattern = { chunks: 30, perWrite: 1, intervalMs: 20 };

type Lane = "relay" | "translate" | "sandbox" | Fault;

/** Calls of each lane in a hundred. */
const SHARES: [Lane, number][] = [
  ["relay", 38],
  ["translate", 38],
  ["sandbox", 6],
  ["cut", 8],
  ["error", 5],
  ["stall", 5],
];
const STREAM_SHARE = 0.5;
const DISCONNECTING_SHARE = 0.2;
/**
 * The moments of leaving reach over a stream's length; half lie in its first eighth, where whole replies are under way.
 */
const LATEST_DISCONNECT_MS = 700;

export function hasProperEnd(wire: Wire, text: string): boolean {
  return text.includes(PROPER_END[wire.name] ?? "");
}

/** @param random a number from 0 to 1 at each call */
export function pickCall(random: () => number): SoakCall {
  const pickOne = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const lane = pickLane(random() * 100);
  const isStream = random() < STREAM_SHARE;
  const wire = pickOne(WIRES);
  const upstream =
    lane === "relay" ? wire : pickOne(lane === "translate" ? WIRES.filter((other) => other !== wire) : WIRES);
  const model = lane === "sandbox" ? "sandbox/echo" : `${upstream.name}/${writeModel(lane, isStream)}`;
  // A stalled upstream would end its call after minutes only.
  const disconnects = lane === "stall" || random() < DISCONNECTING_SHARE;
  return {
    kind: `${lane}, ${isStream ? "stream" : "whole"}`,
    wire,
    path: wire.path(model, isStream),
    body: JSON.stringify(wire.request(model, isStream)),
    isStream,
    expected: lane === "cut" || lane === "error" || lane === "stall" ? "failed" : "complete",
    disconnectsAfterMs: disconnects ? random() ** 3 * LATEST_DISCONNECT_MS : undefined,
  };
}

function pickLane(percent: number): Lane {
  let sum = 0;
  for (const [lane, share] of SHARES) {
    sum += share;
    if (percent < sum) return lane;
  }
  return "relay";
}

function writeModel(lane: Lane, isStream: boolean): string {
  if (lane === "cut" || lane === "error" || lane === "stall") return faultModel(lane);
  return isStream ? streamModel(PATTERN) : "stub-model";
}
