/** Decodes base64. Does not `fetch` a data URL: the content security policy of the pages allows only this gateway. */

/** Newer browsers decode tens of megabytes in a few milliseconds. */
type Decoder = { fromBase64?: (base64: string) => Uint8Array<ArrayBuffer> };

/** @throws an error when the text is not base64; white space is ignored */
export function decodeBytes(base64: string): Uint8Array<ArrayBuffer> {
  const { fromBase64 } = Uint8Array as Decoder;
  return fromBase64 ? fromBase64.call(Uint8Array, base64) : Uint8Array.from(atob(base64), toByte);
}

/** Does the same for a file. */
export const decodeBase64 = (base64: string, mediaType: string): Blob =>
  new Blob([decodeBytes(base64)], { type: mediaType });

const toByte = (character: string) => character.charCodeAt(0);
