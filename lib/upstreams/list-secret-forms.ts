/** Forms in which a server may quote a secret that it received. */
import { escapeHtml } from "#lib/contract/escape-html.ts";

/** Minimum length to encode: a shorter secret becomes a few letters that may occur in any word. */
const SHORTEST_ENCODED = 8;

/**
 * Returns a secret as it is, and as in URLs and forms, JSON strings, HTML, hexadecimal and base64, also in the middle
 * of encoded text such as a whole header.
 */
export function listSecretForms(secret: string): string[] {
  if (secret.length < SHORTEST_ENCODED) return secret === "" ? [] : [secret];
  const inUrl = encodeURIComponent(secret.toWellFormed());
  const inJson = JSON.stringify(secret).slice(1, -1);
  const bytes = Buffer.from(secret, "utf8");
  const hex = bytes.toString("hex");
  return [
    secret,
    ...[inUrl, inUrl.replaceAll("%20", "+"), encodeURIComponent(inUrl)].flatMap((form) => [form, lowerCaseCodes(form)]),
    inJson,
    // PHP escapes slashes; Go and Java escape HTML characters.
    inJson.replaceAll("/", "\\/"),
    inJson.replace(/[<>&'=]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`),
    escapeHtml(secret),
    hex,
    hex.toUpperCase(),
    ...(["base64", "base64url"] as const).flatMap((encoding) => inBase64(bytes, encoding)),
  ];
}

function lowerCaseCodes(inUrl: string): string {
  return inUrl.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

/**
 * Returns the encoded bytes, and the characters that do not depend on the text before and after, at each of three
 * offsets.
 */
function inBase64(bytes: Buffer, encoding: "base64" | "base64url"): string[] {
  const within = [0, 1, 2].map((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
    const first = Math.ceil((offset * 8) / 6);
    return shifted.toString(encoding).slice(first, Math.floor((shifted.length * 8) / 6));
  });
  // Padding is optional.
  return [bytes.toString(encoding).replace(/=+$/, ""), ...within];
}
