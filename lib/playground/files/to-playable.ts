/** Bytes of a WAV header with one format chunk. */
const HEADER = 44;

/**
 * Returns raw 16-bit samples (audio/L16, RFC 2586, from speech models) as a WAV file; other audio unchanged. The media
 * type names rate and channels. The samples are little-endian, as those models send them.
 */
export function toPlayable(bytes: Blob, mediaType: string): Blob {
  if (!/^audio\/(l16|pcm)\b/i.test(mediaType)) return bytes;
  const rate = readParameter(mediaType, "rate") ?? 24_000;
  const channels = readParameter(mediaType, "channels") ?? 1;
  const header = new DataView(new ArrayBuffer(HEADER));
  const write = (at: number, text: string) => {
    for (const [index, character] of [...text].entries()) header.setUint8(at + index, character.charCodeAt(0));
  };
  write(0, "RIFF");
  header.setUint32(4, HEADER - 8 + bytes.size, true);
  write(8, "WAVEfmt ");
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, channels, true);
  header.setUint32(24, rate, true);
  header.setUint32(28, rate * channels * 2, true);
  header.setUint16(32, channels * 2, true);
  header.setUint16(34, 16, true);
  write(36, "data");
  header.setUint32(40, bytes.size, true);
  return new Blob([header.buffer, bytes], { type: "audio/wav" });
}

function readParameter(mediaType: string, name: string): number | undefined {
  const value = new RegExp(`;\\s*${name}=(\\d+)`, "i").exec(mediaType)?.[1];
  return value === undefined ? undefined : Number(value);
}
