/** Response object (spec; wire-formats §2.4): every field that SDKs require, and the request's settings. */
import type { Usage } from "#lib/canonical/part.ts";
import { wantsFlatOutput } from "#lib/contract/openai-responses/flat-output.ts";
import type { ResponsesRequest, WireItem } from "#lib/contract/openai-responses/wire.ts";
import type { ReplyIdentity } from "../dialect.ts";
import type { Ending } from "./finish-reason.ts";
import { writeUsage } from "./usage.ts";
import { finishOutput } from "./write-output.ts";

type Settings = Record<string, unknown>;

/** Returns the request's settings, with the API's defaults for those not set. */
function writeSettings(wire: ResponsesRequest): Settings {
  const { prompt, context_management } = wire;
  return {
    ...(context_management ? { context_management } : {}),
    // The API's requests have no penalties; the Open Responses schema requires the fields.
    frequency_penalty: 0,
    instructions: wire.instructions ?? null,
    max_output_tokens: wire.max_output_tokens ?? null,
    max_tool_calls: wire.max_tool_calls ?? null,
    parallel_tool_calls: wire.parallel_tool_calls ?? true,
    ...(prompt ? { prompt } : {}),
    presence_penalty: 0,
    prompt_cache_key: wire.prompt_cache_key ?? null,
    reasoning: { effort: null, summary: null, ...wire.reasoning },
    safety_identifier: wire.safety_identifier ?? null,
    service_tier: wire.service_tier ?? "default",
    temperature: wire.temperature ?? 1,
    text: { ...wire.text, format: wire.text?.format ?? { type: "text" }, verbosity: wire.text?.verbosity ?? "medium" },
    tool_choice: wire.tool_choice ?? "auto",
    tools: (wire.tools ?? []).map((tool) =>
      tool.type === "function" ? { parameters: null, strict: null, ...tool } : tool,
    ),
    top_logprobs: wire.top_logprobs ?? 0,
    top_p: wire.top_p ?? 1,
    truncation: wire.truncation ?? "disabled",
    user: wire.user ?? null,
    metadata: wire.metadata ?? {},
  };
}

/** Returns the fields that the gateway stores itself: they override an upstream's. */
function writeStoredSettings({ background, conversation, previous_response_id, store }: ResponsesRequest): Settings {
  return {
    background: background ?? false,
    ...(conversation ? { conversation: typeof conversation === "string" ? { id: conversation } : conversation } : {}),
    previous_response_id: previous_response_id ?? null,
    store: store ?? true,
  };
}

function writeHead(identity: ReplyIdentity, status: string): Record<string, unknown> {
  return { id: identity.id, object: "response", created_at: identity.created, status };
}

/**
 * The object of a stream's first events.
 * @param upstream fields from an upstream of this dialect: it reports more settings than the request has
 */
export function writeOpenResponse(
  identity: ReplyIdentity,
  wire: ResponsesRequest,
  upstream: Settings | undefined,
): Record<string, unknown> {
  return {
    ...writeHead(identity, "in_progress"),
    completed_at: null,
    error: null,
    incomplete_details: null,
    model: identity.model,
    output: [],
    ...writeSettings(wire),
    ...upstream,
    ...writeStoredSettings(wire),
    usage: null,
  };
}

/** Returns the final object, with `usage` last, so that it can be found without reading the rest. */
export function writeFinalResponse({
  identity,
  wire,
  ending,
  items,
  usage,
  upstream,
}: {
  identity: ReplyIdentity;
  wire: ResponsesRequest;
  ending: Ending;
  items: WireItem[];
  usage: Usage | undefined;
  upstream: Settings | undefined;
}): Record<string, unknown> {
  const { output, output_text } = finishOutput({ items, responseId: identity.id, flat: wantsFlatOutput(wire) });
  return {
    ...writeHead(identity, ending.status),
    completed_at: ending.status === "completed" ? (identity.readTime?.() ?? null) : null,
    error: ending.error,
    incomplete_details: ending.incomplete_details,
    model: identity.model,
    output,
    output_text,
    ...writeSettings(wire),
    ...upstream,
    ...writeStoredSettings(wire),
    usage: usage ? writeUsage(usage) : null,
  };
}
