/**
 * Encodes frames as H.264 packets: with native code if there is a build for the platform, otherwise with WebAssembly.
 */
import { createRequire } from "node:module";
import { BufferSource, EncodedPacket, EncodedPacketSink, Input, MP4 } from "mediabunny";
import { type Codecs, loadCodecs } from "#lib/video/native-codecs.ts";
import { BT709 } from "./write-yuv.ts";

export const FRAMES_PER_SECOND = 24;

/** A key frame every two seconds: seeking lands near, and pictures cost little more. */
const KEY_FRAME_INTERVAL = 48;

/** Frames that wait for the native encoder before painting pauses. */
const MOST_WAITING = 4;

/** H.264's quality scale, lower is better: skies stay free of bands. */
const QUANTIZER = 20;

export type FrameEncoder = {
  /** @param planes brightness and colours as `write-yuv.ts` writes them; waits while the encoder is behind */
  add(planes: Uint8Array): Promise<void>;
  /** Ends the encoding. */
  packets(): AsyncIterable<{ packet: EncodedPacket; metadata?: EncodedVideoChunkMetadata }>;
  close(): void;
};

type Size = { width: number; height: number };

export async function createFrameEncoder(size: Size): Promise<FrameEncoder> {
  const codecs = loadCodecs();
  return codecs ? nativeEncoder(codecs, size) : wasmEncoder(size);
}

function nativeEncoder({ VideoEncoder, VideoFrame }: Codecs, { width, height }: Size): FrameEncoder {
  const packets: { packet: EncodedPacket; metadata?: EncodedVideoChunkMetadata }[] = [];
  let failure: Error | undefined;
  let count = 0;
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      // Exact fractions of a second: the encoder counts in whole microseconds.
      const timestamp = Math.round((chunk.timestamp * FRAMES_PER_SECOND) / 1e6) / FRAMES_PER_SECOND;
      const packet = new EncodedPacket(data, chunk.type === "key" ? "key" : "delta", timestamp, 1 / FRAMES_PER_SECOND);
      packets.push({ packet, metadata });
    },
    error(error) {
      failure ??= error;
    },
  });
  encoder.configure({
    codec: "avc1.64002a",
    width,
    height,
    framerate: FRAMES_PER_SECOND,
    latencyMode: "quality",
    bitrateMode: "quantizer",
    avc: { format: "avc" },
  });
  return {
    async add(planes) {
      while (encoder.encodeQueueSize > MOST_WAITING && !failure) await new Promise((resolve) => setTimeout(resolve, 1));
      if (failure) throw failure;
      const frame = new VideoFrame(planes, {
        format: "I420",
        codedWidth: width,
        codedHeight: height,
        timestamp: Math.round((count * 1e6) / FRAMES_PER_SECOND),
        duration: Math.round(1e6 / FRAMES_PER_SECOND),
        colorSpace: BT709,
      });
      encoder.encode(frame, { keyFrame: count % KEY_FRAME_INTERVAL === 0, avc: { quantizer: QUANTIZER } });
      frame.close();
      count += 1;
    },
    async *packets() {
      await encoder.flush();
      if (failure) throw failure;
      yield* packets;
    },
    close() {
      if (encoder.state !== "closed") encoder.close();
    },
  };
}

type WasmModule = Pick<typeof import("h264-mp4-encoder"), "createH264MP4Encoder">;

/** It writes an MP4 of its own, of which the packets are taken. */
export async function wasmEncoder({ width, height }: Size): Promise<FrameEncoder> {
  const { createH264MP4Encoder } = createRequire(import.meta.url)("h264-mp4-encoder") as WasmModule;
  const encoder = await createH264MP4Encoder();
  Object.assign(encoder, {
    width,
    height,
    frameRate: FRAMES_PER_SECOND,
    quantizationParameter: QUANTIZER + 4,
    speed: 8,
    groupOfPictures: KEY_FRAME_INTERVAL,
  });
  encoder.initialize();
  return {
    async add(planes) {
      encoder.addFrameYuv(planes);
    },
    async *packets() {
      encoder.finalize();
      const bytes = encoder.FS.readFile(encoder.outputFilename);
      encoder.FS.unlink(encoder.outputFilename);
      const track = await new Input({ formats: [MP4], source: new BufferSource(bytes) }).getPrimaryVideoTrack();
      const decoderConfig = (await track?.getDecoderConfig()) ?? undefined;
      if (!track || !decoderConfig) throw new Error("The encoder has written no video.");
      let index = 0;
      for await (const { data, type } of new EncodedPacketSink(track).packets()) {
        const packet = new EncodedPacket(data, type, index / FRAMES_PER_SECOND, 1 / FRAMES_PER_SECOND);
        yield { packet, metadata: { decoderConfig: { ...decoderConfig, colorSpace: BT709 } } };
        index += 1;
      }
    },
    close() {
      encoder.delete();
    },
  };
}
