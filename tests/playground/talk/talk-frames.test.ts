import { expect, test } from "vitest";
import {
  addFrame,
  EMPTY_LOG,
  type FrameLog,
  MAXIMUM_FRAMES,
  type RealtimeEvent,
} from "#lib/playground/talk/talk-frames.ts";

const SOUND = Buffer.alloc(4_800).toString("base64");
const append = { type: "input_audio_buffer.append", audio: SOUND };

function collect(events: [direction: "sent" | "received", event: RealtimeEvent][]): FrameLog {
  return events.reduce((log, [direction, event], at) => addFrame(log, { direction, at, event }), EMPTY_LOG);
}

test("sound is shortened to its size, and its messages in a row are one", () => {
  const { frames, total } = collect([
    ["sent", { type: "session.update", session: { voice: "marin" } }],
    ["sent", append],
    ["sent", append],
    ["received", { type: "response.output_audio.delta", item_id: "a1", delta: SOUND }],
    ["sent", append],
  ]);
  expect(total).toBe(5);
  expect(frames.map(({ type, count, number, audioBytes }) => [number, type, count, audioBytes])).toEqual([
    [1, "session.update", 1, 0],
    [2, "input_audio_buffer.append", 2, 9_600],
    [4, "response.output_audio.delta", 1, 4_800],
    [5, "input_audio_buffer.append", 1, 4_800],
  ]);
  expect(JSON.parse(frames[1]?.text ?? "")).toEqual({ ...append, audio: "… 4,800 bytes" });
  expect(JSON.parse(frames[2]?.text ?? "")).toMatchObject({ item_id: "a1", delta: "… 4,800 bytes" });
});

test("text stays, and sound within other messages is shortened too", () => {
  const delta = { type: "response.output_audio_transcript.delta", delta: "word ".repeat(300) };
  const item = { type: "conversation.item.created", item: { content: [{ type: "input_audio", audio: SOUND }] } };
  const { frames } = collect([
    ["received", delta],
    ["received", delta],
    ["received", item],
  ]);
  expect(frames).toHaveLength(3);
  expect(JSON.parse(frames[0]?.text ?? "")).toEqual(delta);
  expect(frames[2]?.text).toContain("… 4,800 bytes");
  expect(frames[2]?.text).not.toContain(SOUND);
});

test("the list and each message are bounded", () => {
  const many = Array.from({ length: MAXIMUM_FRAMES + 20 }, (): ["received", RealtimeEvent] => [
    "received",
    { type: "error" },
  ]);
  const log = collect(many);
  expect(log.frames).toHaveLength(MAXIMUM_FRAMES);
  expect(log.frames[0]?.number).toBe(21);
  expect(log.total).toBe(MAXIMUM_FRAMES + 20);
  const long = collect([["received", { type: "error", text: "many words ".repeat(10_000) }]]);
  expect(long.frames[0]?.text.length).toBeLessThan(21_000);
});
