/** Measures a document; runs on the worker. */
import { fileBytes, fileText } from "#lib/prompts/file-bytes.ts";
import { type DocumentFacts, type DocumentTask, EXCERPT, type Fact, unreadable } from "./document-facts.ts";
import { inspectPdf } from "./inspect-pdf.ts";
import { ExcessiveDocument } from "./refuse-excessive-pdf.ts";

/** @throws an Error for a file that is only a reference, an ExcessiveDocument for one that is too much to read */
export async function inspectDocument(task: DocumentTask): Promise<DocumentFacts> {
  const bytes = fileBytes(task);
  if (!bytes) throw new Error("The document came without its bytes.");
  const size = bytes.length;
  try {
    return { size, ...(await inspect(task, bytes)) };
  } catch (error) {
    if (error instanceof ExcessiveDocument) throw error;
    return { size, facts: [["Type", task.mediaType]], note: unreadable(error) };
  }
}

async function inspect(task: DocumentTask, bytes: Buffer): Promise<Omit<DocumentFacts, "size">> {
  const { mediaType } = task;
  if (bytes.subarray(0, 5).toString("latin1") === "%PDF-") return inspectPdf(bytes);
  if (mediaType.startsWith("audio/")) return inspectAudio(mediaType, bytes);
  const text = fileText(task, bytes);
  if (text !== undefined) return inspectText(mediaType, text);
  return { facts: [["Type", mediaType]], note: "I cannot read this type; only its size is known to me." };
}

function inspectText(mediaType: string, text: string): Omit<DocumentFacts, "size"> {
  const words = text.match(/\S+/g)?.length ?? 0;
  const lines = text === "" ? 0 : text.replace(/\r?\n$/, "").split(/\r\n|\n|\r/).length;
  const facts: Fact[] = [
    ["Type", mediaType],
    ["Lines", String(lines)],
    ["Words", String(words)],
  ];
  return { facts, excerpt: text.slice(0, EXCERPT), isPlainText: true };
}

function inspectAudio(mediaType: string, bytes: Buffer): Omit<DocumentFacts, "size"> {
  const wav = readWavHeader(bytes);
  if (!wav) return { facts: [["Type", mediaType]], note: "I can tell the length of WAV recordings only." };
  const facts: Fact[] = [
    ["Type", "WAV"],
    ["Length", `${wav.seconds.toFixed(2)} s`],
    ["Sample rate", `${wav.sampleRate} Hz`],
    ["Channels", String(wav.channels)],
  ];
  return { facts };
}

/** RIFF chunks: `fmt ` has the rate, `data` the size. */
function readWavHeader(bytes: Buffer): { seconds: number; sampleRate: number; channels: number } | undefined {
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WAVE") return undefined;
  let format: { channels: number; sampleRate: number; byteRate: number } | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const id = bytes.toString("latin1", at, at + 4);
    // Recorders that stream omit the size: the rest of the file counts then.
    const size = Math.min(bytes.readUInt32LE(at + 4), bytes.length - at - 8);
    if (id === "fmt " && size >= 16) {
      const [channels, sampleRate, byteRate] = [
        bytes.readUInt16LE(at + 10),
        bytes.readUInt32LE(at + 12),
        bytes.readUInt32LE(at + 16),
      ];
      format = { channels, sampleRate, byteRate };
    }
    if (id === "data" && format && format.byteRate > 0) return { ...format, seconds: size / format.byteRate };
    at += 8 + size + (size % 2);
  }
  return undefined;
}
