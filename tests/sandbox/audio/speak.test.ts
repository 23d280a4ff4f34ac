/** Speech of the sandbox: a playable WAV file, as long as it says, with sounds that differ and no clipping. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readWaveHead, writeWaveHead } from "#lib/canonical/wave-file.ts";
import { speak } from "#lib/sandbox/audio/speak.ts";
import { MAKER, transcribe } from "#lib/sandbox/audio/transcribe.ts";

const never = new AbortController().signal;

async function say(text: string, { voice = "alloy", speed = 1 } = {}): Promise<Buffer> {
  const speech = await speak({ text, voice, speed });
  const pieces: Uint8Array[] = [];
  for await (const piece of speech.samples(never)) pieces.push(piece);
  const samples = Buffer.concat(pieces);
  expect(samples.length, "it is as long as it says").toBe(speech.bytes);
  return Buffer.concat([writeWaveHead(speech, { ISFT: MAKER, ICMT: text }), samples]);
}

const toSamples = (bytes: Buffer) =>
  Int16Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(index * 2));

const fileOf = (bytes: Buffer, mediaType = "audio/wav") => ({
  filename: "a.wav",
  mediaType,
  size: bytes.length,
  async *chunks() {
    for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
  },
});

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ["-version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe("speech of the sandbox", () => {
  it.each(["Hello there.", "!", " ", "世界", "Zaß 12?", "\n", "a".repeat(4_096)])(
    "%j is heard and not clipped",
    async (text) => {
      const file = await say(text);
      const { seconds = 0 } = readWaveHead(file) ?? {};
      expect(seconds).toBeGreaterThan(0);
      const samples = toSamples(file.subarray(-Math.round(seconds * 48_000)));
      const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      expect(peak).toBeLessThan(12_000);
      if (/\p{L}/u.test(text)) expect(peak).toBeGreaterThan(2_000);
      expect((await transcribe(fileOf(file))).text).toBe(text);
    },
  );

  it("refuses a text that is too long", async () => {
    await expect(speak({ text: "a".repeat(4_097), voice: "a", speed: 1 })).rejects.toThrow(/`input`.*4096/);
  });

  it("plays in another program", async (context) => {
    if (!isInstalled("ffprobe")) context.skip("no ffprobe here");
    const folder = mkdtempSync(join(tmpdir(), "parlance-speech-"));
    try {
      const path = join(folder, "a.wav");
      const file = await say("Does it play everywhere?");
      writeFileSync(path, file);
      const fields = [
        "-show_entries",
        "format=duration,format_name:format_tags=comment,encoder:stream=codec_name,sample_rate,channels",
      ];
      const text = execFileSync("ffprobe", ["-v", "error", ...fields, "-of", "json", path], { encoding: "utf8" });
      const { format, streams } = JSON.parse(text);
      expect(streams[0]).toMatchObject({ codec_name: "pcm_s16le", sample_rate: "24000", channels: 1 });
      expect(format).toMatchObject({ format_name: "wav", tags: { comment: "Does it play everywhere?" } });
      expect(Number(format.duration)).toBeCloseTo(readWaveHead(file)?.seconds ?? 0, 2);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("transcripts of the sandbox", () => {
  it.each<[string, Buffer, string, RegExp]>([
    [
      "another program's WAV",
      writeWaveHead({ sampleRate: 8_000, bytes: 16_000 }, { ICMT: "Hi" }),
      "audio/wav",
      /WAV, 8,000 Hz, mono, 1\.0 seconds/,
    ],
    ["an MP3", Buffer.from("ID3"), "audio/mpeg", /audio\/mpeg, 3 bytes/],
    ["a cut head", Buffer.from("RIFF\0\0\0\0WAVEfmt "), "audio/wav", /audio\/wav, 16 bytes/],
    [
      "a chunk that ends nowhere",
      Buffer.from("RIFF\0\0\0\0WAVELIST\xff\xff\xff\xffINFO", "latin1"),
      "audio/wav",
      /audio\/wav/,
    ],
  ])("of %s say what is known of it", async (_name, bytes, type, text) => {
    expect((await transcribe(fileOf(bytes, type))).text).toMatch(text);
  });
});
