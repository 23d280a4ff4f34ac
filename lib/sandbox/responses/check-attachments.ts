/** Checks that attachments have the types that the call declares, before the sandbox reads them. */
import type { Call, FileContent } from "#lib/canonical/call.ts";
import { sniffMediaType } from "#lib/canonical/media-type.ts";
import { isBase64 } from "#lib/http/decode-base64.ts";
import { errors } from "#lib/http/errors.ts";
import { fileBytes } from "#lib/prompts/file-bytes.ts";
import { readConversation } from "../conversation.ts";

/** Number of base64 characters that identify every type; a PDF may have a kilobyte before its signature. */
const HEAD = 1_400;
const ALIASES: Record<string, string> = {
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "image/x-png": "image/png",
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/vnd.wave": "audio/wav",
  "audio/x-flac": "audio/flac",
  "application/x-pdf": "application/pdf",
};
/** Types that always start with the same bytes. */
const MARKED = new Set([
  ...["image/png", "image/jpeg", "image/gif", "image/webp"],
  ...["application/pdf", "audio/wav", "audio/flac"],
]);

/** @throws GatewayError 400 that names the first attachment that is not base64 or does not have its declared type */
export async function checkAttachments(call: Call): Promise<void> {
  for (const { file, messageIndex, partIndex } of readConversation(call).attachments) {
    await checkFile(file, `messages[${messageIndex}].content[${partIndex}]`);
  }
}

/** A reference has no bytes to check. */
async function checkFile({ data, mediaType }: FileContent, param: string): Promise<void> {
  if (data.kind === "reference") return;
  if (data.kind === "url") {
    if (!/^data:/i.test(data.url)) return;
    const [prefix] = /^data:[^,]{0,200},/i.exec(data.url) ?? [];
    if (prefix === undefined) throw errors.attachmentNotDataUrl({ param });
    const head = fileBytes({ data: { kind: "url", url: data.url.slice(0, prefix.length + HEAD) } });
    if (head) checkType(mediaType, head, param);
    return;
  }
  const { base64 } = data;
  if (!(await isBase64(base64))) throw errors.base64Invalid({ param });
  const head = Buffer.from(base64.slice(0, HEAD), "base64");
  if (head.length === 0) throw errors.base64Empty({ param });
  checkType(mediaType, head, param);
}

function checkType(declared: string, head: Buffer, param: string): void {
  const lower = declared.split(";")[0]?.trim().toLowerCase() ?? "";
  const type = ALIASES[lower] ?? lower;
  const found = sniffMediaType(head) ?? (head.includes("%PDF-") ? "application/pdf" : undefined);
  if (!fits(type, found)) throw errors.attachmentTypeDiffers({ param, declared: type, got: found });
}

/** @param found type of the first bytes, where they tell one */
function fits(type: string, found: string | undefined): boolean {
  if (MARKED.has(type)) return found === type;
  // No declared type: the field only says that the file is an image.
  if (type === "image/*") return found !== undefined && /^image\/|pdf$/.test(found);
  // No other type may hold an image or a PDF; audio and video containers have many names.
  const isMarked = found !== undefined && MARKED.has(found);
  return !isMarked || !/^(image|audio|video)\//.test(type) || found.split("/")[0] === type.split("/")[0];
}
