/** Bytes of a WAV header with one format chunk. */
const HEADER = 44;
const BYTES_PER_SAMPLE = 2;

/** Form of raw 16-bit samples, little-endian. */
export type SampleForm = { sampleRate: number; channels: number };

/** Returns 16-bit samples as a WAV file, which every audio model and every browser reads. */
export function toWaveFile(samples: readonly BlobPart[], { sampleRate, channels }: SampleForm): Blob {
  const data = new Blob([...samples]);
  const header = new DataView(new ArrayBuffer(HEADER));
  const write = (at: number, text: string) => {
    for (const [index, character] of [...text].entries()) header.setUint8(at + index, character.charCodeAt(0));
  };
  write(0, "RIFF");
  header.setUint32(4, HEADER - 8 + data.size, true);
  write(8, "WAVEfmt ");
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, channels, true);
  header.setUint32(24, sampleRate, true);
  header.setUint32(28, sampleRate * channels * BYTES_PER_SAMPLE, true);
  header.setUint16(32, channels * BYTES_PER_SAMPLE, true);
  header.setUint16(34, 8 * BYTES_PER_SAMPLE, true);
  write(36, "data");
  header.setUint32(40, data.size, true);
  return new Blob([header.buffer, data], { type: "audio/wav" });
}
