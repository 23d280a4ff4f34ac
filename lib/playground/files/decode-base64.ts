/** Decodes base64. Does not `fetch` a data URL: the content security policy of the pages allows only this gateway. */

/** Newer browsers decode tens of megabytes in a few milliseconds. */
type Decoder = { fromBase64?: (base64: string) => Uint8Array<ArrayBuffer> };

/** @throws an error when the text is not base64; white space is ignored */
export function decodeBase64(base64: string, mediaType: string): Blob {
  const { fromBase64 } = Uint8Array as Decoder;
  const bytes = fromBase64 ? fromBase64.call(Uint8Array, base64) : Uint8Array.from(atob(base64), toByte);
  return new Blob([bytes], { type: mediaType });
}

const toByte = (character: string) => character.charCodeAt(0);
