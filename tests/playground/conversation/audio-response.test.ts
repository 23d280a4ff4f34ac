import { expect, test } from "vitest";
import { createResponseReader, type ResponseFile } from "#lib/playground/conversation/model-response.ts";

const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const base64 = (...bytes: number[]) => Buffer.from(bytes).toString("base64");

test("streamed audio is one file of samples, and its transcript the text", async () => {
  const saved: ResponseFile[] = [];
  const reader = createResponseReader({ saveFile: async (file) => void saved.push(file) });
  reader.apply(chunk({ role: "assistant", audio: { id: "audio_1", transcript: "Good " } }));
  expect(reader.apply(chunk({ audio: { data: base64(1, 2) } }))).toEqual({ content: true, reasoning: false });
  reader.apply(chunk({ audio: { transcript: "morning" } }));
  reader.apply(chunk({ audio: { data: base64(3, 4, 5, 6) } }));
  expect(reader.snapshot().choices[0]?.files, "not before all of it has come").toBeUndefined();
  const { pending } = reader.apply(chunk({ audio: { expires_at: 1 } }));
  await pending;
  expect(reader.apply(chunk({}, "stop")).pending, "only once").toBeUndefined();
  const file = { mediaType: "audio/pcm;rate=24000", at: 0, size: 6 };
  expect(reader.snapshot().choices[0]).toMatchObject({ text: "Good morning", files: [file] });
  expect(saved).toHaveLength(1);
  expect(await saved[0]?.bytes?.bytes()).toEqual(Uint8Array.of(1, 2, 3, 4, 5, 6));
});

test("a whole message has a file of the type that its bytes show", async () => {
  const reader = createResponseReader();
  const audio = { id: "audio_1", data: Buffer.from("RIFF....WAVE").toString("base64"), transcript: "Hi" };
  await reader.apply({ choices: [{ index: 0, message: { content: null, audio }, finish_reason: "stop" }] }).pending;
  expect(reader.snapshot().choices[0]).toMatchObject({ text: "Hi", files: [{ mediaType: "audio/wav", size: 12 }] });
});

test("audio that is not base64 has no bytes, and is not stored", async () => {
  const saved: ResponseFile[] = [];
  const reader = createResponseReader({ saveFile: async (file) => void saved.push(file) });
  await reader.apply(chunk({ audio: { data: "no base64!" } }, "stop")).pending;
  expect(reader.snapshot().choices[0]?.files).toEqual([{ mediaType: "audio/pcm", at: 0, size: 0 }]);
  expect(saved).toEqual([]);
});
