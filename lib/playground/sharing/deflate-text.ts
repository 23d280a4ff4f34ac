/** Compresses text for an address: deflated, in the URL alphabet of base64. */

/** Limit on inflated text, in characters; more than any link or file of ours, against zip bombs. */
const LONGEST = 5_000_000;

export async function deflateText(text: string): Promise<string> {
  const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @throws Error when the text is truncated, damaged or over the limit */
export async function inflateText(words: string): Promise<string> {
  const binary = atob(words.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > LONGEST) {
      await reader.cancel();
      throw new Error("It is too long.");
    }
  }
}
