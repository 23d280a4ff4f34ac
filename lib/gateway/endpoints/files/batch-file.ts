/** Files that batches have written: they stay at the provider, and are read there. */
import { dialects } from "#lib/dialects/all-dialects.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { relayBytes } from "#lib/gateway/lanes/relay-bytes.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { errors } from "#lib/http/errors.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import { parseFileId, toFileId } from "#lib/media/file-id.ts";
import { fetchText } from "#lib/upstreams/fetch-text.ts";
import type { FilesContext } from "./files-context.ts";

/** Limit on the description of a file. */
const LARGEST = 65_536;

/** @returns undefined when no batch has written the file */
export async function readBatchFile(context: FilesContext, id: string): Promise<EndpointResponse | undefined> {
  const { services, owner } = context;
  const file = await services.batches.findFile(id, owner);
  if (!file) return undefined;
  const { upstream, headersOf, fileId } = file;
  const { text, status } = await fetchText({
    upstream,
    request: {
      method: "GET",
      path: `/files/${encodeURIComponent(fileId)}`,
      headers: upstream.requestHeaders[headersOf]?.reply ?? {},
    },
    largestBytes: LARGEST,
  });
  const described = parseJson(upstream.redact(text));
  if (status !== 200 || typeof described !== "object" || described === null) throw errors.fileNotFound({ id });
  return createJsonResponse({ ...described, id: toFileId(parseFileId(id) ?? id) });
}

/** @returns undefined when no batch has written the file */
export async function readBatchFileContent(context: FilesContext, id: string): Promise<EndpointResponse | undefined> {
  const file = await context.services.batches.findFile(id, context.owner);
  if (!file) return undefined;
  const { upstream, headersOf, fileId } = file;
  context.log.upstream = upstream.id;
  context.log.lane = "relay";
  return relayBytes({ ...context, timeLimit: undefined }, upstream, {
    dialect: "openai-batches",
    headersOf,
    request: { method: "GET", path: `/files/${encodeURIComponent(fileId)}/content` },
    readError: dialects["openai-chat"].readError,
  });
}
