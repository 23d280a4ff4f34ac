/** Small videos and what can be measured of them. */
import { mkdirSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EncodedPacketSink, FilePathSource, Input, MP4 } from "mediabunny";
import { renderVideo, type VideoRequest } from "#lib/sandbox/renderer/render-video.ts";
import { type DecodedFrame, decodeFrames } from "#lib/video/decode-frames.ts";

export const SMALL = { width: 160, height: 96, seconds: 1 };
export const FRAMES = 24;

export const scratch = await mkdtemp(join(tmpdir(), "parlance-renderer-"));
let files = 0;

/** The folder is made anew: another test file of the same process may have removed it at its end. */
export function newFile(): string {
  files += 1;
  mkdirSync(scratch, { recursive: true });
  return join(scratch, `${files}.mp4`);
}

export async function renderSmall(prompt: string, changes: Partial<VideoRequest> = {}): Promise<string> {
  const file = newFile();
  await renderVideo({ prompt, seed: 1, ...SMALL, ...changes }, { file });
  return file;
}

/** Evenly over the length, the first frame first. */
export async function framesOf(file: string, count = FRAMES): Promise<DecodedFrame[]> {
  const frames: DecodedFrame[] = [];
  await decodeFrames(file, {
    count,
    check() {},
    async onFrame(frame, index) {
      frames[index] = frame;
    },
  });
  return frames;
}

/** Mean difference of two frames of one size, 0 to 255. */
export function difference(first: DecodedFrame | undefined, second: DecodedFrame | undefined): number {
  if (!first || !second || first.rgba.length !== second.rgba.length)
    throw new Error("two frames of one size are needed");
  let sum = 0;
  for (let at = 0; at < first.rgba.length; at += 4) {
    for (let channel = 0; channel < 3; channel += 1)
      sum += Math.abs((first.rgba[at + channel] ?? 0) - (second.rgba[at + channel] ?? 0));
  }
  return sum / (first.rgba.length / 4) / 3;
}

/** 0 to 255, of the whole frame or of a part of its height. */
export function brightness({ rgba, width, height }: DecodedFrame, { top = 0, bottom = 1 } = {}): number {
  let sum = 0;
  let count = 0;
  for (let at = Math.floor(top * height) * width * 4; at < Math.floor(bottom * height) * width * 4; at += 4) {
    sum += (rgba[at] ?? 0) * 0.21 + (rgba[at + 1] ?? 0) * 0.72 + (rgba[at + 2] ?? 0) * 0.07;
    count += 1;
  }
  return sum / count;
}

export async function inspect(file: string) {
  const input = new Input({ formats: [MP4], source: new FilePathSource(file) });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error("the file has no video track");
  const packets: { timestamp: number; isKey: boolean }[] = [];
  for await (const { timestamp, type } of new EncodedPacketSink(track).packets())
    packets.push({ timestamp, isKey: type === "key" });
  return {
    codec: track.codec,
    width: await track.getCodedWidth(),
    height: await track.getCodedHeight(),
    duration: await input.computeDuration(),
    tags: await input.getMetadataTags(),
    packets,
  };
}
