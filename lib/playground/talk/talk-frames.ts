/** Messages of a session's socket as the page shows them: with their JSON, sound shortened, and bounded in number. */

export type TalkFrame = {
  /** Number of the first message, from 1. */
  number: number;
  direction: "sent" | "received";
  /** Name of the event. */
  type: string;
  /** Milliseconds since the session began, of the first message. */
  at: number;
  /** Messages of the same name in a row that only carry sound count as one. */
  count: number;
  /** Bytes of sound in all of them. */
  audioBytes: number;
  /** JSON of the last one. */
  text: string;
};

export type FrameLog = {
  frames: readonly TalkFrame[];
  /** Messages so far. */
  total: number;
};

export type RealtimeEvent = { type: string; [field: string]: unknown };

export const EMPTY_LOG: FrameLog = { frames: [], total: 0 };

/** Limit on the list: older messages are removed. */
export const MAXIMUM_FRAMES = 300;
/** Characters of one message. */
const MAXIMUM_TEXT = 20_000;
/** Characters from which base64 is taken for sound or an image. */
const LONG = 1_000;
const SOUND = /^(?:input_audio_buffer\.append|response\.(?:output_)?audio\.delta)$/;

export function addFrame(
  { frames, total }: FrameLog,
  { direction, at, event }: Pick<TalkFrame, "direction" | "at"> & { event: RealtimeEvent },
): FrameLog {
  const { type } = event;
  const isSound = SOUND.test(type);
  let audioBytes = 0;
  const shorten = (name: string, value: unknown): unknown => {
    if (typeof value !== "string" || !isBase64(name, value, isSound)) return value;
    const bytes = countBytes(value);
    audioBytes += bytes;
    return `… ${bytes.toLocaleString("en-US")} bytes`;
  };
  const json = JSON.stringify(event, shorten);
  const text = json.length > MAXIMUM_TEXT ? `${json.slice(0, MAXIMUM_TEXT)}…` : json;
  const last = frames.at(-1);
  if (isSound && last?.type === type && last.direction === direction) {
    const joined = { ...last, text, count: last.count + 1, audioBytes: last.audioBytes + audioBytes };
    return { frames: [...frames.slice(0, -1), joined], total: total + 1 };
  }
  const frame = { number: total + 1, direction, type, at, count: 1, audioBytes, text };
  return { frames: [...frames, frame].slice(-MAXIMUM_FRAMES), total: total + 1 };
}

function isBase64(name: string, value: string, isSound: boolean): boolean {
  if (isSound && (name === "audio" || name === "delta")) return true;
  return value.length > LONG && /^(?:data:[^,]{0,100},)?[A-Za-z0-9+/=_-]+$/.test(value);
}

/** Returns how many bytes a base64 text holds. */
function countBytes(base64: string): number {
  const padding = /={0,2}$/.exec(base64)?.[0].length ?? 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}
