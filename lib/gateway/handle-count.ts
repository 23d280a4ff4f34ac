/** Counts the tokens of a prompt: asks the upstream where it speaks the client's dialect and counts, else counts them here. */
import type { RouteParameters, WireRequest } from "#lib/dialects/dialect.ts";
import type { ResponsesRequest } from "#lib/dialects/openai-responses/wire.ts";
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { promptTokens } from "#lib/sandbox/prompt-tokens.ts";
import { answerHeaders } from "./answer-context.ts";
import { authenticate } from "./authenticate.ts";
import type { Counting } from "./countings.ts";
import { readJson } from "./read-json.ts";
import { relay } from "./relay.ts";
import type { RequestRecord } from "./request-record.ts";
import { resolveModel, upstreamIdOf } from "./resolve-model.ts";
import { readWholeInput } from "./responses-input.ts";
import type { Runtime } from "./runtime.ts";

export async function handleCount({
  exchange,
  runtime,
  record,
  counting,
  parameters = {},
}: {
  exchange: ExchangeRequest;
  runtime: Runtime;
  record: RequestRecord;
  counting: Counting;
  parameters?: RouteParameters;
}): Promise<ExchangeResponse> {
  const { dialect } = counting;
  record.dialect = dialect.id;
  const principal = await authenticate(exchange, runtime, "inference");
  record.keyId = principal.keyId;
  const { value, text, size } = await readJson(exchange, runtime.settings.limits.bodyBytes);
  record.requestBytes = size;
  const wire = { ...counting.parse(value, parameters), stream: false };
  record.model = wire.model;
  const resolved = resolveModel(wire.model, runtime);
  record.upstream = upstreamIdOf(resolved);
  if (resolved.kind === "upstream" && resolved.upstream.dialects.includes(dialect.id)) {
    record.lane = "relay";
    const context = { runtime, exchange, principal, record, dialect, wire, bodyText: text };
    const { upstream, model } = resolved;
    try {
      return await relay(context, upstream, { model, path: counting.upstreamPath(model) });
    } catch (error) {
      if (!hasNoCounting(error, model)) throw error;
    }
  }
  // Another vendor's tokenizer is not at hand: this count is close, not exact.
  record.lane = resolved.kind === "upstream" ? "translate" : resolved.kind;
  const asked = await withStoredInput(wire, { dialectId: dialect.id, keyId: record.keyId, runtime });
  return {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8", ...answerHeaders(record) },
    body: JSON.stringify(counting.write(promptTokens(dialect.readRequest(asked)))),
  };
}

/** Many servers speak a convention without its route for counting. A refusal that names the model is about the model. */
function hasNoCounting(error: unknown, model: string): boolean {
  return error instanceof GatewayError && [404, 405, 501].includes(error.status) && !error.message.includes(model);
}

/** What a request continues or names from stored responses is part of its prompt. */
async function withStoredInput(
  wire: WireRequest,
  { dialectId, keyId, runtime }: { dialectId: string; keyId: string; runtime: Runtime },
): Promise<WireRequest> {
  if (dialectId !== "openai-responses") return wire;
  const { responses } = runtime.store;
  return (await readWholeInput(wire as ResponsesRequest, { keyId, responses })).asked;
}
