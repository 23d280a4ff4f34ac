/** What kind of file something is, from its first bytes and its name, where the client does not say. */

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

/** How many first bytes `detectMediaType` looks at. */
export const HEAD_BYTES = 16;

const UNKNOWN = "application/octet-stream";
/** Types that clients and libraries write when they do not know. */
const SAYS_LITTLE = new Set([UNKNOWN, "text/plain", "binary/octet-stream", "application/x-www-form-urlencoded"]);
const WELL_FORMED = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/;

/** @param declared what the client said, with or without parameters */
export function detectMediaType({
  declared,
  filename,
  head,
}: {
  declared: string | undefined;
  filename: string;
  head: Uint8Array;
}): string {
  const type = declared?.split(";")[0]?.trim().toLowerCase() ?? "";
  const said = WELL_FORMED.test(type) ? type : UNKNOWN;
  if (!SAYS_LITTLE.has(said)) return said;
  const ending = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? "";
  const named = Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined;
  // An archive's first bytes are those of many formats that only the name tells apart.
  return typeOfBytes(head) ?? named ?? (said === "text/plain" ? said : UNKNOWN);
}

function typeOfBytes(bytes: Uint8Array): string | undefined {
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
