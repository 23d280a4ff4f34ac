/** Reads an uploaded file for a call that names it. */

import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { parseFileId } from "./file-id.ts";
import type { FileService } from "./file-service.ts";
import type { FileOwner } from "./uploaded-file.ts";

export type ReferencedFile = { mediaType: string; filename: string; base64: string };

/**
 * @param id id in any of its forms
 * @param limit limit on the file in base64, in bytes
 * @returns undefined when the owner has no such file
 * @throws GatewayError 413 over the limit
 */
export async function readFileForCall({
  files,
  id,
  owner,
  limit,
}: {
  files: Pick<FileService, "find" | "blobs">;
  id: string;
  owner: FileOwner;
  limit: number;
}): Promise<ReferencedFile | undefined> {
  if (parseFileId(id) === undefined) return undefined;
  const file = await files.find(id, owner).catch((error: unknown) => {
    if (GatewayError.isInstance(error) && error.status === 404) return undefined;
    throw error;
  });
  if (!file) return undefined;
  if (Math.ceil(file.bytes / 3) * 4 > limit) {
    throw errors.referencedFileTooLarge({ filename: file.filename, bytes: file.bytes });
  }
  const bytes = await files.blobs.read(file.id);
  return { mediaType: file.mediaType, filename: file.filename, base64: bytes.toString("base64") };
}
