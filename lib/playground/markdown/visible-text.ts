/**
 * Makes characters visible that could disguise text: control characters, and those that reorder text, which can make
 * code read differently (CVE-2021-42574). Halves of surrogate pairs become the replacement character. Offsets stay the
 * same.
 */
export function visibleText(text: string): string {
  return text.toWellFormed().replace(hidden, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\ufffd";
  });
}

// C0 without tab, line feed and carriage return; DEL and C1; embeddings and overrides; isolates. Marks of direction
// (U+200E, U+200F, U+061C) stay: text in Arabic and Hebrew needs them, and they reorder nothing but their neighbours.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const hidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
