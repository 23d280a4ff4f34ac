const LONGEST = 255;
const NAMELESS = "file";

/** Cleans a client's file name of folders, control characters and other harmful parts; never empty. */
export function sanitizeFilename(name: string | undefined): string {
  const base = (name ?? "").replace(/^.*[\\/]/s, "").toWellFormed();
  // Also direction marks, which can make an executable look like a document.
  const shown = base.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "").trim();
  const short = clip(shown);
  return /^\.*$/.test(short) ? NAMELESS : short;
}

/** Keeps the end, which has the file's extension. */
function clip(name: string): string {
  if (name.length <= LONGEST) return name;
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? "";
  return (name.slice(0, LONGEST - ending.length) + ending).toWellFormed();
}

/** Returns the `content-disposition` header of a download with this name (RFC 6266). */
export function formatAttachmentHeader(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  if (ascii === filename) return `attachment; filename="${ascii}"`;
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
