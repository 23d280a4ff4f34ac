import { describe, expect, it } from "vitest";
import { createFrameEncoder, type FrameEncoder, wasmEncoder } from "#lib/sandbox/renderer/frame-encoder.ts";
import { writeYuv } from "#lib/sandbox/renderer/write-yuv.ts";
import { loadCodecs } from "#lib/video/native-codecs.ts";
import { readYuv } from "#lib/video/read-yuv.ts";

const SIZE = { width: 96, height: 64 };
const FRAMES = 10;

/** A ramp that moves. */
function planesAt(frame: number): Uint8Array {
  const rgba = new Uint32Array(SIZE.width * SIZE.height).map(
    (_, at) => 0xff000000 | (((at % SIZE.width) + frame * 2) * 0x010101),
  );
  const planes = new Uint8Array((SIZE.width * SIZE.height * 3) / 2);
  writeYuv(rgba, planes, { ...SIZE, chroma: 1, contrast: 0 });
  return planes;
}

async function packetsOf(encoder: FrameEncoder) {
  const packets = [];
  for (let frame = 0; frame < FRAMES; frame += 1) await encoder.add(planesAt(frame));
  for await (const each of encoder.packets()) packets.push(each);
  encoder.close();
  return packets;
}

describe("the encoder of frames", () => {
  it.each([
    ["the platform's", createFrameEncoder],
    ["the one in WebAssembly", wasmEncoder],
  ] as const)("by %s gives a packet a frame, of which the first can be decoded alone", async (_, create) => {
    const packets = await packetsOf(await create(SIZE));
    expect(packets.map(({ packet }) => Math.round(packet.timestamp * 24))).toEqual([...Array(FRAMES).keys()]);
    expect(packets[0]?.packet.type).toBe("key");
    expect(packets[0]?.metadata?.decoderConfig).toMatchObject({
      codec: expect.stringMatching(/^avc1\./),
      codedWidth: SIZE.width,
      codedHeight: SIZE.height,
    });
    expect(packets[0]?.metadata?.decoderConfig?.description).toBeDefined();
  });

  it("in WebAssembly writes what the native decoder reads", async (context) => {
    const codecs = loadCodecs();
    if (!codecs) return context.skip("no native codecs on this platform");
    const packets = await packetsOf(await wasmEncoder(SIZE));
    const config = packets[0]?.metadata?.decoderConfig;
    if (!config) throw new Error("the first packet says how to decode");
    const times: number[] = [];
    const decoder = new codecs.VideoDecoder({
      output(frame) {
        times.push(frame.timestamp);
        frame.close();
      },
      error(error) {
        throw error;
      },
    });
    decoder.configure(config);
    for (const { packet } of packets)
      decoder.decode(
        new codecs.EncodedVideoChunk({
          type: packet.type,
          timestamp: packet.microsecondTimestamp,
          data: packet.data as Uint8Array<ArrayBuffer>,
        }),
      );
    await decoder.flush();
    decoder.close();
    expect(times).toHaveLength(FRAMES);
  });
});

describe("colours of a video", () => {
  it.each([0xc03030, 0x30c030, 0x3030c0, 0xe0c060, 0x808080, 0xffffff, 0x000000])(
    "come back as they were: %i",
    (value) => {
      const [red, green, blue] = [value >> 16, (value >> 8) & 255, value & 255] as const;
      const size = { width: 2, height: 2 };
      const planes = new Uint8Array(6);
      writeYuv(new Uint32Array(4).fill(0xff000000 | (blue << 16) | (green << 8) | red), planes, {
        ...size,
        chroma: 1,
        contrast: 0,
      });
      const layout = [
        { offset: 0, stride: 2 },
        { offset: 4, stride: 1 },
        { offset: 5, stride: 1 },
      ] as const;
      const rgba = readYuv({ planes, layout, ...size, matrix: "bt709", isFullRange: false });
      for (const [channel, expected] of [red, green, blue].entries())
        expect(Math.abs((rgba[channel] ?? 0) - expected)).toBeLessThanOrEqual(2);
    },
  );
});
