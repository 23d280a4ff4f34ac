/** Native video codecs with the interface of WebCodecs, loaded on demand: some platforms have no build. */
import { createRequire } from "node:module";

export type Codecs = {
  VideoEncoder: typeof VideoEncoder;
  VideoDecoder: typeof VideoDecoder;
  VideoFrame: typeof VideoFrame;
  EncodedVideoChunk: typeof EncodedVideoChunk;
};

const load = createRequire(import.meta.url);

const BUILDS: readonly (() => unknown)[] = [
  () => load("@napi-rs/webcodecs-linux-x64-gnu"),
  () => load("@napi-rs/webcodecs-linux-x64-musl"),
];

/** Undefined where there is no build for the platform or its C library. */
export function loadCodecs(): Codecs | undefined {
  for (const build of BUILDS) {
    try {
      return build() as Codecs;
    } catch {
      // npm leaves out what is not for this platform.
    }
  }
  return undefined;
}
