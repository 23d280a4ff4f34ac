/** Makes attachments of files; used by picker, paste and drop. */

import type { Attachment } from "../conversation/transcript.ts";
import { toHex } from "../history/new-id.ts";
import { formatBytes } from "../streams/metrics.ts";

/** Maximum edge of an image in pixels; larger ones are scaled down. */
const MAXIMUM_EDGE = 2048;
/**
 * Maximum size of one file after conversion, in bytes; base64 adds a third, and the gateway's limit for a body is 64
 * MB.
 */
const MAXIMUM_BYTES = 20_000_000;

const IMAGE_TYPES = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);
/** Extensions of text files whose media type the browser does not know. */
const TEXT_EXTENSION =
  /\.(txt|md|markdown|csv|tsv|json|jsonl|ya?ml|toml|xml|html?|css|jsx?|tsx?|py|rb|go|rs|java|kt|c|h|cpp|cs|php|sh|sql|log|ini|env)$/i;

/** Other names of the two audio types that most models accept. */
const AUDIO_NAMES: Record<string, string> = {
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/vnd.wave": "audio/wav",
  "audio/mp3": "audio/mpeg",
  "audio/x-mp3": "audio/mpeg",
  "audio/x-mpeg": "audio/mpeg",
};
/** Media types by extension, for audio files whose type the browser does not know. */
const AUDIO_EXTENSIONS: Record<string, string> = {
  wav: "audio/wav",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  flac: "audio/flac",
};

export const ACCEPTED_FILES =
  "image/*,application/pdf,audio/*,text/*,.wav,.mp3,.m4a,.flac,.ogg,.md,.csv,.json,.yaml,.yml,.toml,.ts,.tsx,.py,.go,.rs,.sql";

export type Intake = { attachment: Attachment; bytes: Blob };

/** Makes an attachment of a file. Throws an Error with a message for the screen when it cannot. */
export async function readFileAsAttachment(file: File): Promise<Intake> {
  const audio = readAudioType(file);
  const taken = file.type.startsWith("image/")
    ? await readImageFile(file)
    : audio
      ? { bytes: new Blob([file], { type: audio }) }
      : readDocument(file);
  if (taken.bytes.size > MAXIMUM_BYTES) {
    throw new Error(`${file.name} is ${formatBytes(taken.bytes.size)}; the limit is ${formatBytes(MAXIMUM_BYTES)}.`);
  }
  if (taken.bytes.size === 0) throw new Error(`${file.name} is empty.`);
  const sha256 = await hashBlob(taken.bytes);
  const { bytes, width, height } = taken;
  const kind = bytes.type.startsWith("image/") ? "image" : audio ? "audio" : "file";
  const name = file.name || `Pasted ${kind}`;
  return { attachment: { sha256, name, mediaType: bytes.type, size: bytes.size, width, height }, bytes };
}

type ReadFileResult = { bytes: Blob; width?: number; height?: number };

/** Keeps an image's bytes unless it is too large or of a type that models do not read (HEIC, BMP, SVG …). */
async function readImageFile(file: File): Promise<ReadFileResult> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    throw new Error(`${file.name || "The image"} can’t be read by this browser (${file.type}).`);
  }
  const { width, height } = bitmap;
  const scale = Math.min(1, MAXIMUM_EDGE / Math.max(width, height));
  if (scale === 1 && IMAGE_TYPES.has(file.type)) {
    bitmap.close();
    return { bytes: file, width, height };
  }
  const scaled = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const canvas = new OffscreenCanvas(scaled.width, scaled.height);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, scaled.width, scaled.height);
  bitmap.close();
  // Photographs stay JPEG; everything else may have transparency.
  const type = file.type === "image/jpeg" ? "image/jpeg" : "image/png";
  return { bytes: await canvas.convertToBlob({ type, quality: 0.9 }), ...scaled };
}

/** Returns one media type per kind of audio; undefined for other files. */
function readAudioType({ type, name }: File): string | undefined {
  const plain = type.replace(/;.*$/, "").toLowerCase();
  if (plain.startsWith("audio/")) return AUDIO_NAMES[plain] ?? plain;
  if (plain !== "" && plain !== "application/octet-stream") return undefined;
  return AUDIO_EXTENSIONS[name.replace(/^.*\./, "").toLowerCase()];
}

function readDocument(file: File): ReadFileResult {
  if (file.type === "application/pdf") return { bytes: file };
  const textual = file.type.startsWith("text/") || file.type === "application/json" || TEXT_EXTENSION.test(file.name);
  if (!textual) throw new Error(`${file.name} is not an image, a PDF, audio or a text file.`);
  const type = file.type.startsWith("text/") || file.type === "application/json" ? file.type : "text/plain";
  return { bytes: new Blob([file], { type }) };
}

/**
 * Returns the SHA-256, or a random id outside a secure context (plain http on a home network), where files are not
 * deduplicated.
 */
export async function hashBlob(bytes: Blob): Promise<string> {
  if (!crypto.subtle) return toHex(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest("SHA-256", await bytes.arrayBuffer());
  return toHex(new Uint8Array(digest));
}

/** Returns the bytes as `data:<type>;base64,…`, for image and file parts (wire-formats §1.2). */
export function toDataUrl(bytes: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("Couldn’t read the file."));
    reader.readAsDataURL(bytes);
  });
}
