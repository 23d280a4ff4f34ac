/** FilesContext: what a files handler starts from: the owner of the key, and the client's convention. */

import { type Convention, conventionOf } from "#lib/gateway/request/client-convention.ts";
import { ownerOf, type RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import type { FileOwner } from "#lib/media/uploaded-file.ts";
import type { AssetRecord } from "#lib/store/store.ts";

/** Videos that models made are read like files. */
export type FileServices = Services & {
  videos: { findOutput(id: string, owner: FileOwner): Promise<AssetRecord | undefined> };
};

export type FilesContext = RequestContext<FileServices> & { owner: FileOwner; convention: Convention };

/** A handler that answers in the client's convention. */
export function filesHandler(handle: (context: FilesContext) => Promise<EndpointResponse>) {
  return (context: RequestContext<FileServices>) =>
    handle({ ...context, owner: ownerOf(context.principal), convention: conventionOf(context.request) });
}
