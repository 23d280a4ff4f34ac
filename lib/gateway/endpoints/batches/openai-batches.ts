/** `/v1/batches`: the file with the requests goes to the provider of their model, which runs them. */
import { batchQuery, batchRequest } from "#lib/contract/batches/wire.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { getOwner, type RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import { writeLaneHeaders } from "#lib/gateway/request/write-lane-headers.ts";
import { writeMultipart } from "#lib/http/multipart-body.ts";
import { validate } from "#lib/http/validate.ts";
import { toFileId } from "#lib/media/file-id.ts";
import type { BatchRecord } from "#lib/store/batch-record.ts";
import type { FileRecord } from "#lib/store/store.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { openAiBatches } from "./batch-apis.ts";
import { listBatchLines, readBatchLines } from "./batch-lines.ts";
import type { BatchObject } from "./batch-service.ts";
import { callUpstream } from "./batch-upstream.ts";
import { listBatches } from "./list-batches.ts";
import { type BatchServices, startBatch } from "./start-batch.ts";

type Context = RequestContext<BatchServices>;

/** @throws GatewayError 400 for a file that is no batch of one model, 404 for one that the key does not have */
export async function createBatch(context: Context): Promise<EndpointResponse> {
  const { request, services, principal, log } = context;
  const { value, size } = await readJson(request, services.settings.limits.bodyBytes);
  log.requestBytes = size;
  const wire = validate(batchRequest, value);
  const file = await services.files.find(wire.input_file_id, getOwner(principal));
  // The whole file is the prompt that limits and budgets expect.
  log.requestBytes += file.bytes;
  const lines = () => services.files.blobs.open(file.id);
  const name = await readBatchLines(await lines(), { endpoint: wire.endpoint });
  const { batch, object } = await startBatch(context, {
    ...{ api: openAiBatches, name, inputFile: file.id },
    async start(upstream, model) {
      const input_file_id = await upload(context, upstream, { file, lines, endpoint: wire.endpoint, model });
      const body = { headers: {}, content: JSON.stringify({ ...wire, input_file_id }) };
      return callUpstream(upstream, openAiBatches, { method: "POST", path: "/batches", body });
    },
  });
  return createJsonResponse(toClientBatch(batch, object), writeLaneHeaders(log));
}

type Upload = {
  file: FileRecord;
  lines: () => Promise<AsyncIterable<Uint8Array>>;
  endpoint: string;
  model: string;
};

/** Uploads the file with the upstream's name of the model. @returns its id at the upstream */
async function upload(
  { services, log, request }: Context,
  upstream: Upstream,
  { file, lines, endpoint, model }: Upload,
): Promise<string> {
  const files = services.tempFiles.open();
  try {
    const { fileBytes } = services.settings.limits;
    const written = await files.add(
      writeLines(await lines(), { endpoint, model }),
      // Names of models may be longer at the upstream.
      fileBytes * 2,
      () => new Error("A batch grew beyond its limit."),
    );
    const form = writeMultipart([
      { name: "purpose", value: "batch" },
      {
        name: "file",
        filename: file.filename,
        mediaType: "application/jsonl",
        size: written.size,
        chunks: (take) => written.chunks(take),
      },
    ]);
    const signal = request.client.signal;
    const uploaded = await callUpstream(upstream, openAiBatches, {
      method: "POST",
      path: "/files",
      body: form,
      signal,
    });
    return String(uploaded.id);
  } finally {
    await files.clear().catch((error: unknown) => services.log(`${log.id} ${String(error)}`));
  }
}

async function* writeLines(
  chunks: AsyncIterable<Uint8Array>,
  terms: { endpoint: string; model: string },
): AsyncGenerator<Uint8Array, void, void> {
  const written: Buffer[] = [];
  let size = 0;
  for await (const line of listWritten(chunks, terms)) {
    written.push(line);
    size += line.length;
    if (size < WRITTEN_BYTES) continue;
    yield Buffer.concat(written.splice(0));
    size = 0;
  }
  if (size > 0) yield Buffer.concat(written);
}

const WRITTEN_BYTES = 65_536;

async function* listWritten(
  chunks: AsyncIterable<Uint8Array>,
  { endpoint, model }: { endpoint: string; model: string },
): AsyncGenerator<Buffer, void, void> {
  for await (const { request } of listBatchLines(chunks, { endpoint })) {
    yield Buffer.from(`${JSON.stringify({ ...request, body: { ...request.body, model } })}\n`);
  }
}

export async function readBatch(context: Context): Promise<EndpointResponse> {
  const { services, params, principal } = context;
  const batch = await services.batches.find(params.batch_id ?? "", openAiBatches, getOwner(principal));
  return createJsonResponse(toClientBatch(batch, await services.batches.refresh(batch)));
}

export async function cancelBatch(context: Context): Promise<EndpointResponse> {
  const { services, params, principal } = context;
  const batch = await services.batches.find(params.batch_id ?? "", openAiBatches, getOwner(principal));
  const upstream = services.batches.requireUpstream(batch);
  const path = `/batches/${encodeURIComponent(batch.upstreamId)}/cancel`;
  const object = await callUpstream(upstream, openAiBatches, { method: "POST", path });
  return createJsonResponse(toClientBatch(batch, await services.batches.note(batch, object)));
}

export async function listOpenAiBatches(context: Context): Promise<EndpointResponse> {
  const { limit, after } = validate(batchQuery, context.query);
  const { page, hasMore } = await listBatches(context, openAiBatches, { limit, after, param: "after" });
  const data = page.map(({ batch, object }) => toClientBatch(batch, object));
  return createJsonResponse({
    object: "list",
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: hasMore,
  });
}

/** Returns the batch with the ids that its files have here. */
function toClientBatch(batch: BatchRecord, object: BatchObject): BatchObject & { id: string } {
  const id = (theirs: unknown, ours: string | null) =>
    typeof theirs === "string" && ours !== null ? toFileId(ours) : null;
  return {
    ...object,
    id: batch.id,
    input_file_id: id(object.input_file_id, batch.inputFile),
    output_file_id: id(object.output_file_id, batch.outputFile),
    error_file_id: id(object.error_file_id, batch.errorFile),
  };
}
