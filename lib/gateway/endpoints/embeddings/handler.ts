/** `POST /v1/embeddings` and Google's `:embedContent` and `:batchEmbedContents`, end to end (wire-formats §11.1, §11.2). */
import { runPlainCall } from "#lib/gateway/lanes/run-plain-call.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import { countInput } from "./count-input.ts";
import type { EmbeddingsFormat } from "./embeddings-format.ts";
import { listEmbeddingLosses, requireEmbeddingModel, runEmbeddingsTarget } from "./run-embeddings-target.ts";

/** @throws GatewayError 400, 413, 415 for an invalid request, and all errors of its lane */
export async function handleEmbeddings(context: RequestContext, format: EmbeddingsFormat): Promise<EndpointResponse> {
  const { request, services, log, params } = context;
  const { value, text, size, abridged } = await readJson(request, services.settings.limits.bodyBytes, {
    abridge: true,
  });
  log.requestBytes = size;
  const { dialect } = format;
  const wire = dialect.parseRequest(value) as object;
  const name = format.modelPlace === "path" ? (params.model ?? "") : (wire as { model: string }).model;
  const readWhole = async () => (abridged ? (dialect.parseRequest(await abridged.parseWhole()) as object) : wire);
  const embeddings = { format, name, wire, bodyText: text, abridged, readWhole };
  return runPlainCall(context, {
    name,
    wire,
    maxTokens: 0,
    requireAble: (resolved) => requireEmbeddingModel(resolved, format),
    listLosses: (resolved) => listEmbeddingLosses(dialect.readRequest(wire), resolved, format),
    run: (plain, resolved) => runEmbeddingsTarget(plain, resolved, embeddings),
    expect: async () => ({
      inputTokens: await countInput(dialect.readRequest(await readWhole())),
      outputTokens: 0,
    }),
  });
}
