import { toWaveFile } from "../audio/wave-file.ts";

/**
 * Returns raw 16-bit samples (audio/L16, RFC 2586, from speech models) as a WAV file; other audio unchanged. The media
 * type names rate and channels. The samples are little-endian, as those models send them.
 */
export function toPlayable(bytes: Blob, mediaType: string): Blob {
  if (!/^audio\/(l16|pcm)\b/i.test(mediaType)) return bytes;
  const sampleRate = readParameter(mediaType, "rate") ?? 24_000;
  return toWaveFile([bytes], { sampleRate, channels: readParameter(mediaType, "channels") ?? 1 });
}

function readParameter(mediaType: string, name: string): number | undefined {
  const value = new RegExp(`;\\s*${name}=(\\d+)`, "i").exec(mediaType)?.[1];
  return value === undefined ? undefined : Number(value);
}
