/**
 * Handles `POST /v1/responses/compact`: relayed to an upstream that has it, otherwise made here. The model itself
 * summarizes the conversation; the sandbox, whose models have no use for a shorter one, gets it back whole.
 */
import { randomUUID } from "node:crypto";
import type { Reply } from "#lib/canonical/reply.ts";
import type { ResponsesItem, ResponsesRequest } from "#lib/contract/openai-responses/wire.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import { writeUsage } from "#lib/dialects/openai-responses/usage.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { type CallContext, readTime } from "#lib/gateway/lanes/call-context.ts";
import { handleCall } from "#lib/gateway/lanes/handle-call.ts";
import { isRouteUnsupported } from "#lib/gateway/lanes/is-route-unsupported.ts";
import type { RunLane } from "#lib/gateway/lanes/run-target.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { writeLaneHeaders } from "#lib/gateway/request/write-lane-headers.ts";
import { errors } from "#lib/http/errors.ts";
import { countPromptTokens } from "#lib/prompts/prompt-tokens.ts";
import type { ResponseServices } from "./background-responses.ts";
import { sealCompaction } from "./compaction-seal.ts";
import { readWholeInput } from "./read-whole-input.ts";
import { listIgnoredFields, summarizedItems, writeSummaryRequest } from "./summary-request.ts";

const responses = dialects["openai-responses"];

/** The dialect for this route: never a stream, and at another path of the upstream. */
const compactions: Dialect = {
  ...responses,
  writeUpstreamPath: () => "/responses/compact",
  parseRequest: (json) => ({ ...responses.parseRequest(json), stream: false }),
};

export function compact(context: RequestContext<ResponseServices>): Promise<EndpointResponse> {
  return handleCall(context, {
    dialect: compactions,
    isUnsupported: isRouteUnsupported,
    wrapLane: (call, run) => compactHere(call, run, context.services),
  });
}

async function compactHere(
  context: CallContext,
  run: RunLane,
  { store, sealer, builtIns }: ResponseServices,
): Promise<EndpointResponse> {
  const { log, principal } = context;
  const wire = context.wire as ResponsesRequest;
  const sources = { keyId: principal.keyId, responses: store.responses, sealer };
  const { expanded } = await readWholeInput(wire, sources);
  const items = listItems(expanded);
  const builtIn = builtIns.get(String(log.upstream));
  if (builtIn) {
    log.lane = "sandbox";
    const inputTokens = await countPromptTokens(responses.readRequest(expanded));
    log.usage = { inputTokens, outputTokens: 0 };
    const compaction = writeCompaction(sealCompaction(items, sealer), log.usage);
    return createJsonResponse(compaction, writeLaneHeaders(log));
  }
  const summarize = writeSummaryRequest(wire, items);
  return run({
    ...context,
    dialect: {
      ...compactions,
      readRequest() {
        const call = responses.readRequest(summarize);
        return { ...call, dropped: [...call.dropped, ...listIgnoredFields(wire)] };
      },
      writeReply(reply) {
        const summary = readSummary(reply, wire.model);
        return writeCompaction(sealCompaction(summarizedItems(items, summary), sealer), reply.usage);
      },
    },
  });
}

function listItems({ input }: ResponsesRequest): ResponsesItem[] {
  if (typeof input === "string") return [{ type: "message", role: "user", content: input }];
  return input ?? [];
}

/** @throws GatewayError 502 for a summary that was cut, or was not written */
function readSummary({ choices: [choice] }: Reply, model: string): string {
  const texts = choice?.content.flatMap((part) => (part.type === "text" ? [part.text] : [])) ?? [];
  const summary = texts.join("\n\n").trim();
  if (summary === "" || choice?.finish?.unified !== "stop") throw errors.compactionIncomplete({ model });
  return summary;
}

function writeCompaction(encrypted: string, usage: Reply["usage"]): Record<string, unknown> {
  const item: ResponsesItem = { type: "compaction", id: `cmp_${createHex()}`, encrypted_content: encrypted };
  const id = `resp_${createHex()}`;
  return { id, object: "response.compaction", created_at: readTime(), output: [item], usage: writeUsage(usage ?? {}) };
}

const createHex = () => randomUUID().replaceAll("-", "");
