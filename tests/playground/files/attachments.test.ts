import { describe, expect, test } from "vitest";
import { readFileAsAttachment } from "#lib/playground/files/attachments.ts";
import { toPlayable } from "#lib/playground/files/to-playable.ts";

const fileOf = (name: string, type: string) => new File(["RIFF"], name, { type });

describe("audio", () => {
  test.each([
    ["a.wav", "audio/x-wav", "audio/wav"],
    ["a.wav", "audio/wav", "audio/wav"],
    ["a.mp3", "audio/mp3", "audio/mpeg"],
    ["a.mp3", "", "audio/mpeg"],
    ["a.ogg", "audio/ogg; codecs=opus", "audio/ogg"],
    ["a.m4a", "application/octet-stream", "audio/mp4"],
  ])("%s of the type “%s” is taken as %s", async (name, type, mediaType) => {
    const { attachment, bytes } = await readFileAsAttachment(fileOf(name, type));
    expect(attachment).toMatchObject({ name, mediaType, size: 4 });
    expect(bytes.type).toBe(mediaType);
  });

  test("gets a name when pasted without one", async () => {
    expect((await readFileAsAttachment(fileOf("", "audio/wav"))).attachment.name).toBe("Pasted audio");
  });

  test("adds a WAV header to raw samples", async () => {
    const playable = toPlayable(new Blob([new Uint8Array(8)]), "audio/L16;codec=pcm;rate=16000");
    const view = new DataView(await playable.arrayBuffer());
    expect(playable.type).toBe("audio/wav");
    expect(view.byteLength).toBe(52);
    expect([view.getUint32(4, true), view.getUint32(24, true), view.getUint32(28, true)]).toEqual([44, 16_000, 32_000]);
    const song = new Blob(["x"], { type: "audio/mpeg" });
    expect(toPlayable(song, "audio/mpeg")).toBe(song);
  });
});

test("refuses empty, oversized and unknown files with a message", async () => {
  await expect(readFileAsAttachment(new File([], "empty.txt", { type: "text/plain" }))).rejects.toThrow(
    "empty.txt is empty.",
  );
  await expect(readFileAsAttachment(fileOf("tool.bin", ""))).rejects.toThrow(
    "not an image, a PDF, audio or a text file",
  );
  const long = new File([new Uint8Array(21_000_000)], "long.wav", { type: "audio/wav" });
  await expect(readFileAsAttachment(long)).rejects.toThrow("the limit is");
});
