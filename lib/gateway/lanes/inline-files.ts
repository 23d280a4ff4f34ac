/** Replaces references to uploaded files in a call by the files, because an upstream cannot read them here. */
import type { AssistantContent, Call, FileContent, Message, UserContent } from "#lib/canonical/call.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { parseFileUri } from "#lib/media/file-id.ts";
import type { ReferencedFile } from "#lib/media/file-reference.ts";
import type { FileLoader } from "../request/file-loader.ts";
import { findInBody } from "./find-in-body.ts";

/**
 * Returns the call with every reference to an uploaded file replaced by the file; the call itself when it has none. A
 * file that two parts name is loaded once.
 * @param body client's body, whose field an error names
 * @throws GatewayError 400 that names the field, when there is no such file; also all errors of `loadFile`
 */
export function inlineFiles(call: Call, options: { loadFile: FileLoader; body: unknown }): Call | Promise<Call> {
  return call.messages.some(hasReference) ? replaceReferences(call, options) : call;
}

function hasReference({ content }: Message): boolean {
  return typeof content !== "string" && content.some((part) => findReference(part) !== undefined);
}

async function replaceReferences(
  call: Call,
  { loadFile, body }: { loadFile: FileLoader; body: unknown },
): Promise<Call> {
  const loading = new Map<string, Promise<ReferencedFile | undefined>>();

  async function replace<Content extends UserContent | AssistantContent>(
    part: Content,
    path: string,
  ): Promise<Content> {
    const id = findReference(part);
    if (id === undefined || part.type !== "file") return part;
    let file = loading.get(id);
    if (!file) {
      file = loadFile(id);
      loading.set(id, file);
    }
    const loaded = await file;
    // The name may come from a stored response that the request continues instead.
    if (!loaded) throw fileNotFoundError(id, findInBody(body, id) ?? path);
    return { ...part, ...inlineFile(part, loaded) };
  }

  const messages: Message[] = [];
  // Loaded in turn: several large files at once would all be in memory as bytes and as text.
  for (const [index, message] of call.messages.entries()) {
    if (!hasReference(message) || typeof message.content === "string") {
      messages.push(message);
      continue;
    }
    const content: (UserContent | AssistantContent)[] = [];
    for (const [at, part] of message.content.entries()) {
      content.push(await replace(part, `messages[${index}].content[${at}]`));
    }
    messages.push({ ...message, content } as Message);
  }
  return { ...call, messages };
}

/** Returns the id of an uploaded file; a URL counts when it is one of this gateway's files. */
function findReference(part: UserContent | AssistantContent): string | undefined {
  if (part.type !== "file") return undefined;
  const { data } = part;
  if (data.kind === "reference") return data.id;
  return data.kind === "url" ? parseFileUri(data.url) : undefined;
}

function inlineFile(part: FileContent, file: ReferencedFile): Pick<FileContent, "mediaType" | "data" | "filename"> {
  const mediaType = isUnspecific(part.mediaType) ? file.mediaType : part.mediaType;
  const filename = part.filename ?? (mediaType.startsWith("image/") ? undefined : file.filename);
  return { mediaType, data: { kind: "base64", base64: file.base64 }, ...(filename ? { filename } : {}) };
}

function isUnspecific(mediaType: string): boolean {
  return mediaType.includes("*") || mediaType === "application/octet-stream";
}

function fileNotFoundError(id: string, path: string): GatewayError {
  return errors.referencedFileNotFound({ param: path, id });
}
