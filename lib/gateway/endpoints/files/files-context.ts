/** FilesContext: input of a files handler: the owner of the key, and the client's dialect. */
import { type Convention, detectConvention } from "#lib/gateway/request/client-convention.ts";
import { getOwner, type RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import type { FileOwner } from "#lib/media/uploaded-file.ts";
import type { AssetRecord } from "#lib/store/store.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";

/** File that a batch has written, at its upstream. */
type BatchFile = { upstream: Upstream; headersOf: string; fileId: string };

/** Services for files; videos of models and files of batches are read like them. */
export type FileServices = Services & {
  batches: { findFile(id: string, owner: FileOwner): Promise<BatchFile | undefined> };
  videos: { findOutput(id: string, owner: FileOwner): Promise<AssetRecord | undefined> };
};

export type FilesContext = RequestContext<FileServices> & { owner: FileOwner; convention: Convention };

/** Creates a handler that responds in the client's dialect. */
export function createFilesHandler(handle: (context: FilesContext) => Promise<EndpointResponse>) {
  return (context: RequestContext<FileServices>) =>
    handle({ ...context, owner: getOwner(context.principal), convention: detectConvention(context.request) });
}
