/** What can be measured of an attachment, in Markdown. Remote files are not fetched, and nothing is understood. */
import type { FileContent } from "#lib/canonical/call.ts";
import { countTokens } from "../count-tokens.ts";
import { fileBytes, fileText, formatBytes } from "../file-bytes.ts";
import { oncePer } from "../once-per.ts";
import { dominantColours } from "./dominant-colours.ts";

type Fact = [name: string, value: string];

/** A heading, a table of facts and, where there is text, its first words. */
export async function describeAttachment(file: FileContent, number: number): Promise<string> {
  const title = `### ${number}. ${file.filename ?? familyOf(file)}`;
  const measured = await measureOnce(file);
  if (!measured) return `${title}\n\n${notHere(file)}`;
  return [title, table(measured.facts), ...measured.notes].join("\n\n");
}

type Measured = { facts: Fact[]; notes: string[] };

/** Undefined when the bytes are not here. */
const measureOnce = oncePer(async (file: FileContent): Promise<Measured | undefined> => {
  const bytes = fileBytes(file);
  if (!bytes) return undefined;
  const { facts, notes } = await measure(file, bytes);
  return { facts: [["Size", formatBytes(bytes.length)], ...facts], notes };
});

async function measure(file: FileContent, bytes: Buffer): Promise<Measured> {
  try {
    if (bytes.subarray(0, 5).toString("latin1") === "%PDF-") return await measurePdf(bytes);
    if (file.mediaType.startsWith("image/")) return await measureImage(bytes);
    if (file.mediaType.startsWith("audio/")) return measureAudio(file, bytes);
    const text = fileText(file, bytes);
    if (text !== undefined) return measureText(file, text);
    return { facts: [["Type", file.mediaType]], notes: ["I cannot read this type; only its size is known to me."] };
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return { facts: [["Type", file.mediaType]], notes: [`It could not be read: ${reason.replace(/\.+$/, "")}.`] };
  }
}

/** A picture that would take more memory than this is not decoded. */
const MOST_PIXELS = 64_000_000;

async function measureImage(bytes: Buffer): Promise<Measured> {
  const { default: sharp } = await import("sharp");
  const metadata = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata();
  // Only what stands still is measured: the first frame of an animation.
  const colours = await dominantColours(sharp(bytes, { limitInputPixels: MOST_PIXELS }));
  const facts: Fact[] = [
    ["Format", metadata.format.toUpperCase()],
    ["Width × height", `${metadata.width} × ${metadata.pageHeight ?? metadata.height} pixels`],
    ["Shape", shapeOf(metadata.width, metadata.pageHeight ?? metadata.height)],
    ["Transparency", metadata.hasAlpha ? "has an alpha channel" : "none"],
  ];
  if (metadata.pages !== undefined && metadata.pages > 1) facts.push(["Frames", String(metadata.pages)]);
  const swatches = colours.map(({ name, hex, share }) => `| ${name} | \`${hex}\` | ${Math.round(share * 100)} % |`);
  const list = ["| Colour | Hex | Share |", "|---|---|--:|", ...swatches].join("\n");
  return { facts, notes: ["Dominant colours:", list] };
}

function shapeOf(width: number, height: number): string {
  if (width === height) return "square";
  return width > height ? "landscape" : "portrait";
}

async function measurePdf(bytes: Buffer): Promise<Measured> {
  const { extractText, getDocumentProxy, getMeta } = await import("unpdf");
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const { info } = await getMeta(document);
  const facts: Fact[] = [
    ["Type", "PDF"],
    ["Pages", String(document.numPages)],
  ];
  if (typeof info.Title === "string" && info.Title !== "") facts.push(["Title", info.Title]);
  if (typeof info.Author === "string" && info.Author !== "") facts.push(["Author", info.Author]);
  const { text } = await extractText(document, { mergePages: true });
  return { facts, notes: firstWords(text) };
}

function measureText(file: FileContent, text: string): Measured {
  const words = text.match(/\S+/g)?.length ?? 0;
  const lines = text === "" ? 0 : text.replace(/\r?\n$/, "").split(/\r\n|\n|\r/).length;
  const facts: Fact[] = [
    ["Type", file.mediaType],
    ["Lines", String(lines)],
    ["Words", String(words)],
    ["Tokens", String(countTokens(text))],
  ];
  return { facts, notes: firstWords(text) };
}

function measureAudio(file: FileContent, bytes: Buffer): Measured {
  const wav = readWavHeader(bytes);
  if (!wav) return { facts: [["Type", file.mediaType]], notes: ["I can tell the length of WAV recordings only."] };
  const facts: Fact[] = [
    ["Type", "WAV"],
    ["Length", `${wav.seconds.toFixed(2)} s`],
    ["Sample rate", `${wav.sampleRate} Hz`],
    ["Channels", String(wav.channels)],
  ];
  return { facts, notes: [] };
}

/** RIFF chunks: `fmt ` tells the rate, `data` the size. */
function readWavHeader(bytes: Buffer): { seconds: number; sampleRate: number; channels: number } | undefined {
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WAVE") return undefined;
  let format: { channels: number; sampleRate: number; byteRate: number } | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const id = bytes.toString("latin1", at, at + 4);
    // Recorders that stream leave the size open: then the data is what there is.
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

function firstWords(text: string): string[] {
  const words = text.slice(0, 4000).match(/\S+/g) ?? [];
  if (words.length === 0) return ["There is no text in it."];
  const shown = words.slice(0, 30).join(" ");
  return ["It begins:", `> ${escapeMarkdown(shown)}${words.length > 30 ? " …" : ""}`];
}

function notHere({ data, mediaType }: FileContent): string {
  if (data.kind === "url")
    return `It is a link to ${mediaType}, \`${data.url.slice(0, 200)}\`. I do not fetch remote files: send the data itself as base64, and I can measure it.`;
  return `It is a reference to an uploaded file (${mediaType}). It did not come with its data: send that as base64.`;
}

function familyOf({ mediaType }: FileContent): string {
  if (mediaType.startsWith("image/")) return "Image";
  return mediaType.startsWith("audio/") ? "Recording" : "File";
}

function table(facts: Fact[]): string {
  const rows = facts.map(([name, value]) => `| ${name} | ${escapeMarkdown(value)} |`);
  return ["| | |", "|---|---|", ...rows].join("\n");
}

/** Text from a file is shown as text, whatever it looks like. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|~#]/g, "\\$&").replaceAll(/\s+/g, " ");
}
