/** FileLoader: reads the uploaded files that a call names, with the rights of its key. */
import { type ReferencedFile, readFileForCall } from "#lib/media/file-reference.ts";
import { getOwner } from "./context.ts";
import type { Principal } from "./key-ring.ts";
import type { Services } from "./services.ts";

/** Returns the file of this id, in any of its forms; undefined when the caller has no such file. */
export type FileLoader = (id: string) => Promise<ReferencedFile | undefined>;

/**
 * Loads files that a key may read. The files of one call together may be no larger than a request's body.
 * @throws GatewayError 413 beyond that
 */
export function createFileLoader(services: Pick<Services, "files" | "settings">, principal: Principal): FileLoader {
  const owner = getOwner(principal);
  let left = services.settings.limits.bodyBytes;
  return async (id) => {
    const file = await readFileForCall({ files: services.files, id, owner, limit: left });
    if (file) left -= file.base64.length;
    return file;
  };
}
