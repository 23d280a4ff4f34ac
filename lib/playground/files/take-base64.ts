import type { AnswerFile } from "../conversation/answer.ts";
import type { KeepFile } from "../dialects/text-dialect.ts";
import { decodeBase64 } from "./decode-base64.ts";

/** Gives a file of an answer its bytes, and has them kept; never rejects. What is not base64 stays a file of no bytes. */
export async function takeBase64(file: AnswerFile, base64: string, keepFile: KeepFile): Promise<void> {
  try {
    file.bytes = decodeBase64(fromUrlAlphabet(base64), file.mediaType);
    file.size = file.bytes.size;
  } catch {
    // The wire view shows it as it came.
    return;
  }
  await keepFile(file);
}

/** JSON of Google's may write bytes in either alphabet of base64. */
const fromUrlAlphabet = (base64: string) => base64.replaceAll("-", "+").replaceAll("_", "/");

/** What stands after the comma of a data URL. */
export const base64Of = (dataUrl: string): string => dataUrl.slice(dataUrl.indexOf(",") + 1);
