/** Writes frames to an MP4 whose index comes first, so that a player can start before the download is complete. */
import type { Canvas } from "@napi-rs/canvas";
import { BufferTarget, EncodedVideoPacketSource, Mp4OutputFormat, Output } from "mediabunny";
import { createFrameEncoder, FRAMES_PER_SECOND } from "./frame-encoder.ts";
import { writeYuv, type YuvGrade } from "./write-yuv.ts";

type VideoTags = { title: string; comment: string };

type Mp4Writer = {
  /** Frames come in order, all of one size. */
  add(canvas: Canvas, grade: YuvGrade): Promise<void>;
  /** @returns the whole file */
  finish(): Promise<Uint8Array>;
  close(): void;
};

/** @param size even numbers of pixels */
export async function createMp4Writer(
  { width, height }: { width: number; height: number },
  { title, comment }: VideoTags,
): Promise<Mp4Writer> {
  const encoder = await createFrameEncoder({ width, height });
  const planes = new Uint8Array((width * height * 3) / 2);
  return {
    add(canvas, grade) {
      const bytes = canvas.data();
      const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, width * height);
      writeYuv(pixels, planes, { width, height, ...grade });
      return encoder.add(planes);
    },
    async finish() {
      const target = new BufferTarget();
      const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
      const track = new EncodedVideoPacketSource("avc");
      output.addVideoTrack(track, { frameRate: FRAMES_PER_SECOND });
      const tool = "Parlance sandbox renderer";
      output.setMetadataTags({ title, comment, artist: "Parlance sandbox", raw: { "©too": tool } });
      await output.start();
      for await (const { packet, metadata } of encoder.packets()) await track.add(packet, metadata);
      await output.finalize();
      if (!target.buffer) throw new Error("The MP4 was not written.");
      return new Uint8Array(target.buffer);
    },
    close: () => encoder.close(),
  };
}
