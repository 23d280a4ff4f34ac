/** Media type of a file, from its name and its first bytes. */

const BY_ENDING: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  heic: "image/heic",
  svg: "image/svg+xml",
  pdf: "application/pdf",
  json: "application/json",
  jsonl: "application/jsonl",
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  html: "text/html",
  xml: "text/xml",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  zip: "application/zip",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  ogg: "audio/ogg",
  flac: "audio/flac",
  mp4: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
};

/** By the ending of a file's name. */
export function guessMediaType(name: string): string | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined;
}

/** @param bytes the first 16, or more */
export function sniffMediaType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes).toString("latin1");
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(head)) return "image/gif";
  if (head.startsWith("%PDF-")) return "application/pdf";
  if (head.startsWith("OggS")) return "audio/ogg";
  if (head.startsWith("fLaC")) return "audio/flac";
  if (head.startsWith("ID3")) return "audio/mpeg";
  if (head.startsWith("\x1a\x45\xdf\xa3")) return "video/webm";
  if (head.startsWith("RIFF")) {
    const kind = head.slice(8, 12);
    return kind === "WEBP" ? "image/webp" : kind === "WAVE" ? "audio/wav" : undefined;
  }
  if (head.slice(4, 8) === "ftyp") {
    const brand = head.slice(8, 12);
    if (/^(?:heic|heix|mif1)$/.test(brand)) return "image/heic";
    return brand === "qt  " ? "video/quicktime" : "video/mp4";
  }
  return undefined;
}

/** The same of bytes in base64. */
export function sniffBase64MediaType(base64: string): string | undefined {
  return sniffMediaType(Buffer.from(base64.slice(0, 24), "base64"));
}
