/** Measured facts of an attachment, in Markdown. Remote files are not downloaded, and contents are not interpreted. */
import type { FileContent } from "#lib/canonical/call.ts";
import { formatBytes } from "#lib/contract/format-bytes.ts";
import { cacheByObject } from "#lib/http/cache-by-object.ts";
import { hasBytes, readFileBytes } from "#lib/prompts/file-bytes.ts";
import { fileTokens } from "#lib/prompts/prompt-tokens.ts";
import type { Attachment } from "../conversation.ts";
import { type Fact, unreadable } from "../documents/document-facts.ts";
import { readDocument } from "../documents/read-document.ts";
import { dominantColours } from "./dominant-colours.ts";

/**
 * Returns a heading, a table of facts and, if there is text, its first words.
 * @throws a GatewayError of 400 for a document that exceeds the limits of its worker, of 503 when too many wait
 */
export async function describeAttachment(
  attachment: Attachment,
  { number, signal }: { number: number; signal: AbortSignal },
): Promise<string> {
  const { file } = attachment;
  const title = `### ${number}. ${file.filename ?? familyOf(file)}`;
  if (!hasBytes(file)) return `${title}\n\n${notHere(file)}`;
  const { size, facts, notes } = await measureOnce(attachment)(signal);
  return [title, table([["Size", formatBytes(size)], ...facts]), ...notes].join("\n\n");
}

type Measured = { size: number; facts: Fact[]; notes: string[] };

/** The choices of a call share its attachments. */
const measureOnce = cacheByObject((attachment: Attachment) => {
  let measured: Promise<Measured> | undefined;
  return (signal: AbortSignal) => {
    measured ??= measure(attachment, signal);
    return measured;
  };
});

async function measure({ file, messageIndex, partIndex }: Attachment, signal: AbortSignal): Promise<Measured> {
  const { mediaType, data } = file;
  if (mediaType.startsWith("image/")) {
    const bytes = await readFileBytes(file);
    if (bytes && !isPdf(bytes)) return measureImage(mediaType, bytes);
  }
  const field = `messages[${messageIndex}].content[${partIndex}]`;
  const { size, facts, excerpt, note, isPlainText } = await readDocument({ mediaType, data }, { field, signal });
  const tokens: Fact[] = isPlainText ? [["Tokens", String(await fileTokens(file))]] : [];
  const notes = [...(note === undefined ? [] : [note]), ...(excerpt === undefined ? [] : firstWords(excerpt))];
  return { size, facts: [...facts, ...tokens], notes };
}

function isPdf(bytes: Buffer): boolean {
  return bytes.toString("latin1", 0, 5) === "%PDF-";
}

/** Limit on pixels of a decoded image, because of its memory. */
const MOST_PIXELS = 64_000_000;

async function measureImage(mediaType: string, bytes: Buffer): Promise<Measured> {
  try {
    return { size: bytes.length, ...(await measurePixels(bytes)) };
  } catch (error) {
    return { size: bytes.length, facts: [["Type", mediaType]], notes: [unreadable(error)] };
  }
}

/** sharp decodes on its own threads. */
async function measurePixels(bytes: Buffer): Promise<Omit<Measured, "size">> {
  const { default: sharp } = await import("sharp");
  const metadata = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata();
  // Only the first frame of an animation is measured.
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

/** Escapes Markdown, so that text from a file is shown as text. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|~#]/g, "\\$&").replaceAll(/\s+/g, " ");
}
