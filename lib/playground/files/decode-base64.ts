/** Bytes of base64. Not by `fetch` of a data URL: the pages' content security policy lets it ask this gateway alone. */

/** Newer browsers decode tens of megabytes in a few milliseconds. */
type Decoder = { fromBase64?: (base64: string) => Uint8Array<ArrayBuffer> };

/** @throws an error when it is not base64; its white space does not count */
export function decodeBase64(base64: string, mediaType: string): Blob {
  const { fromBase64 } = Uint8Array as Decoder;
  const bytes = fromBase64 ? fromBase64.call(Uint8Array, base64) : Uint8Array.from(atob(base64), toByte);
  return new Blob([bytes], { type: mediaType });
}

const toByte = (character: string) => character.charCodeAt(0);
