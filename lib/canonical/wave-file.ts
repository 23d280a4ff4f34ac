/** WAV files (RIFF) of 16-bit samples: their head, with a note of who made them and what is said, and its reading. */

type WaveFacts = { sampleRate: number /** Size of the samples in bytes. */; bytes: number };

const BYTES_PER_SAMPLE = 2;
const PCM = 1;

/**
 * Writes everything before the samples of one channel.
 * @param notes entries of the INFO list, such as `ISFT` for the program and `ICMT` for a comment
 */
export function writeWaveHead({ sampleRate, bytes }: WaveFacts, notes: Readonly<Record<string, string>> = {}): Buffer {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(PCM, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(sampleRate, 4);
  format.writeUInt32LE(sampleRate * BYTES_PER_SAMPLE, 8);
  format.writeUInt16LE(BYTES_PER_SAMPLE, 12);
  format.writeUInt16LE(8 * BYTES_PER_SAMPLE, 14);
  const entries = Object.entries(notes).map(([id, text]) => writeChunk(id, Buffer.from(`${text}\0`)));
  const list =
    entries.length > 0 ? writeChunk("LIST", Buffer.concat([Buffer.from("INFO"), ...entries])) : Buffer.alloc(0);
  const body = Buffer.concat([Buffer.from("WAVE"), writeChunk("fmt ", format), list, writeHead("data", bytes)]);
  return Buffer.concat([writeHead("RIFF", body.length + bytes), body]);
}

function writeHead(id: string, size: number): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, "latin1");
  head.writeUInt32LE(size, 4);
  return head;
}

/** Chunks begin at even places. */
function writeChunk(id: string, content: Buffer): Buffer {
  return Buffer.concat([writeHead(id, content.length), content, Buffer.alloc(content.length % 2)]);
}

export type WaveReading = {
  sampleRate: number;
  channels: number;
  /** Undefined when the head does not say how long the samples are. */
  seconds: number | undefined;
  /** Entries of the INFO list before the samples. */
  notes: Record<string, string>;
};

/** Reads the head of a WAV file from its first bytes. Returns undefined for anything else. */
export function readWaveHead(bytes: Buffer): WaveReading | undefined {
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WAVE") return undefined;
  let reading: (WaveReading & { byteRate: number }) | undefined;
  const notes: Record<string, string> = {};
  for (let at = 12; at + 8 <= bytes.length; ) {
    const id = bytes.toString("latin1", at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const content = bytes.subarray(at + 8, at + 8 + size);
    if (id === "fmt " && content.length >= 16) {
      const [channels, sampleRate, byteRate] = [
        content.readUInt16LE(2),
        content.readUInt32LE(4),
        content.readUInt32LE(8),
      ];
      reading = { channels, sampleRate, byteRate, seconds: undefined, notes };
    }
    if (id === "LIST" && content.toString("latin1", 0, 4) === "INFO") readNotes(content, notes);
    if (id === "data") {
      if (reading && reading.byteRate > 0 && size < 0xffff_fff0) reading.seconds = size / reading.byteRate;
      break;
    }
    at += 8 + size + (size % 2);
  }
  if (!reading) return undefined;
  const { byteRate: _, ...facts } = reading;
  return facts;
}

function readNotes(list: Buffer, notes: Record<string, string>): void {
  for (let at = 4; at + 8 <= list.length; ) {
    const size = list.readUInt32LE(at + 4);
    const text = list.toString("utf8", at + 8, at + 8 + size);
    notes[list.toString("latin1", at, at + 4)] = text.replace(/\0[\s\S]*$/, "");
    at += 8 + size + (size % 2);
  }
}
