/** Decodes single frames of a video file with its codec's decoder. */
import {
  type EncodedPacket,
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputVideoTrack,
  MP4,
  QTFF,
} from "mediabunny";
import { errors } from "#lib/http/errors.ts";
import { loadCodecs } from "./native-codecs.ts";
import { readYuv } from "./read-yuv.ts";

/** RGBA, not premultiplied. */
export type DecodedFrame = { rgba: Uint8Array; width: number; height: number };

type DecodeOptions = {
  /** Number of frames, evenly over the length, from the first frame. */
  count: number;
  onFrame(frame: DecodedFrame, index: number): Promise<void>;
  /** Throws to stop the decoding. */
  check(): void;
};

/**
 * @throws a GatewayError of 400 that names `file` when it is not an MP4, has no video track or has a codec that cannot be decoded here
 */
export async function decodeFrames(file: string, { count, onFrame, check }: DecodeOptions): Promise<void> {
  const input = new Input({ formats: [MP4, QTFF], source: new FilePathSource(file) });
  try {
    const track = await readTrack(input);
    await decodeTrack(track, { count, onFrame, check });
  } finally {
    input.dispose();
  }
}

async function readTrack(input: Input): Promise<InputVideoTrack> {
  const track = await input.getPrimaryVideoTrack().catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw errors.videoFileUnreadable({ reason });
  });
  if (!track) throw errors.videoWithoutTrack();
  return track;
}

async function decodeTrack(track: InputVideoTrack, { count, onFrame, check }: DecodeOptions): Promise<void> {
  const codecs = loadCodecs();
  if (!codecs)
    throw new Error(`This platform (${process.platform} ${process.arch}) has no video decoder: stills cannot be made.`);
  const config = await track.getDecoderConfig();
  if (!config) throw errors.videoCodecUnknown({ codec: track.codec ?? "unknown" });
  const { supported } = await codecs.VideoDecoder.isConfigSupported(config).catch(() => ({ supported: false }));
  if (!supported) throw errors.videoCodecUnknown({ codec: track.codec ?? "unknown" });

  const wanted = await timesOf(track, count);
  let failure: Error | undefined;
  let next = 0;
  let handled = Promise.resolve();
  const decoder = new codecs.VideoDecoder({
    output(frame) {
      // Frames come in order of time: the first one at or after a wanted time is used.
      const isWanted = next < wanted.length && frame.timestamp >= (wanted[next] ?? 0) - 1;
      if (!isWanted) return frame.close();
      const indices: number[] = [];
      while (next < wanted.length && frame.timestamp >= (wanted[next] ?? 0) - 1) indices.push(next++);
      handled = handled.then(async () => {
        try {
          const decoded = await readFrame(frame);
          for (const index of indices) await onFrame(decoded, index);
        } catch (error) {
          failure ??= error instanceof Error ? error : new Error(String(error));
        } finally {
          frame.close();
        }
      });
    },
    error(error) {
      failure ??= errors.videoUndecodable({ reason: error.message });
    },
  });
  try {
    decoder.configure(config);
    for await (const packet of new EncodedPacketSink(track).packets()) {
      check();
      if (failure) throw failure;
      decoder.decode(chunkOf(codecs.EncodedVideoChunk, packet));
      while (decoder.decodeQueueSize > 8 && !failure) await new Promise((resolve) => setTimeout(resolve, 1));
      await handled;
    }
    await decoder.flush();
    await handled;
    if (failure) throw failure;
    if (next === 0) throw errors.videoWithoutFrame();
  } finally {
    if (decoder.state !== "closed") decoder.close();
  }
}

/** Times in microseconds, the decoder's unit. */
async function timesOf(track: InputVideoTrack, count: number): Promise<number[]> {
  const start = await track.getFirstTimestamp();
  const end = await track.computeDuration();
  return Array.from({ length: count }, (_, index) => Math.floor((start + ((end - start) * index) / count) * 1e6));
}

function chunkOf(
  Chunk: typeof EncodedVideoChunk,
  { data, type, microsecondTimestamp }: EncodedPacket,
): EncodedVideoChunk {
  return new Chunk({ type, timestamp: microsecondTimestamp, data: data as Uint8Array<ArrayBuffer> });
}

/** Colours are converted here, because the decoder's conversion to RGB takes every video for standard definition. */
async function readFrame(frame: VideoFrame): Promise<DecodedFrame> {
  const { width, height } = frame.visibleRect ?? { width: frame.codedWidth, height: frame.codedHeight };
  if (frame.format !== "I420") {
    const rgba = new Uint8Array(width * height * 4);
    await frame.copyTo(rgba, { format: "RGBA" });
    return { rgba, width, height };
  }
  const planes = new Uint8Array(frame.allocationSize());
  const [bright, blue, red] = await frame.copyTo(planes);
  if (!bright || !blue || !red) throw new Error("A decoded frame lacks one of its planes.");
  const { matrix, fullRange } = frame.colorSpace;
  const usual = Math.max(width, height) >= 1280 ? "bt709" : "smpte170m";
  const rgba = readYuv({
    planes,
    layout: [bright, blue, red],
    width,
    height,
    matrix: matrix ?? usual,
    isFullRange: fullRange ?? false,
  });
  return { rgba, width, height };
}
