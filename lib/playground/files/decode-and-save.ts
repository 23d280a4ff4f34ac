import type { ResponseFile } from "../conversation/model-response.ts";
import type { SaveFile } from "../dialects/text-dialect.ts";
import { decodeBase64 } from "./decode-base64.ts";

/**
 * Decodes and stores the bytes of a file of a response; never rejects. On invalid base64 the file stays without bytes.
 */
export async function decodeAndSave(file: ResponseFile, base64: string, saveFile: SaveFile): Promise<void> {
  try {
    file.bytes = decodeBase64(fromUrlAlphabet(base64), file.mediaType);
    file.size = file.bytes.size;
  } catch {
    // The inspector shows the text as received.
    return;
  }
  await saveFile(file);
}

/** Converts the URL alphabet of base64, which Google's JSON may use, to the standard one. */
const fromUrlAlphabet = (base64: string) => base64.replaceAll("-", "+").replaceAll("_", "/");

/** Returns the base64 after the comma of a data URL. */
export const readBase64 = (dataUrl: string): string => dataUrl.slice(dataUrl.indexOf(",") + 1);
