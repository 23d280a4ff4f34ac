/** Requests of a column: a row's values in its prompt, written in the words of its API format. */
import type { Call, Message } from "#lib/canonical/call.ts";
import type { EvaluationColumn } from "#lib/contract/evaluation-definition.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { fillTemplate, type Values } from "./template.ts";

export type ModelRequest = {
  dialect: keyof typeof dialects;
  path: string;
  /** Headers that the API format requires, without a credential. */
  headers: Record<string, string>;
  body: Record<string, unknown>;
};

/** Messages needs a limit on the response. */
const USUAL_MAX_TOKENS = 4_096;

export function createColumnRequest(column: EvaluationColumn, values: Values): ModelRequest {
  return createModelRequest(createCall(column, values), column);
}

export function createModelRequest(
  call: Call,
  { api = "openai-chat", body: extra }: Pick<EvaluationColumn, "api" | "body">,
): ModelRequest {
  const dialect = dialects[api];
  const body = dialect.writeRequest(call);
  const isNamed = dialect.modelPlace === "body";
  const version = api === "google-generate" ? "/v1beta" : "/v1";
  return {
    dialect: api,
    path: version + dialect.writeUpstreamPath({ model: call.model, stream: false }),
    headers: dialect.writeUpstreamHeaders(undefined),
    body: { ...body, ...(isNamed ? { model: call.model, stream: false } : {}), ...extra },
  };
}

function createCall(column: EvaluationColumn, values: Values): Call {
  const { model, api, parameters = {}, tools, tool_choice: choice, response_schema: schema } = column;
  const maxTokens = parameters.max_tokens ?? (api === "anthropic-messages" ? USUAL_MAX_TOKENS : undefined);
  return {
    model,
    messages: createMessages(column, values),
    stream: false,
    dropped: [],
    ...(tools && {
      tools: tools.map(({ name, description, parameters: shape }) => ({
        kind: "function" as const,
        name,
        ...(description === undefined ? {} : { description }),
        ...(shape === undefined ? {} : { parameters: shape }),
      })),
    }),
    ...(choice && {
      toolChoice:
        typeof choice === "string" ? { mode: choice } : { mode: "tool", name: choice.name, kind: "function" as const },
    }),
    ...(schema && { output: { type: "json-schema" as const, name: "response", schema } }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(parameters.temperature === undefined ? {} : { temperature: parameters.temperature }),
    ...(parameters.top_p === undefined ? {} : { topP: parameters.top_p }),
    ...(parameters.seed === undefined ? {} : { seed: parameters.seed }),
    ...(parameters.stop === undefined ? {} : { stop: parameters.stop }),
    ...(parameters.reasoning_effort === undefined ? {} : { reasoning: { effort: parameters.reasoning_effort } }),
  };
}

function createMessages({ system, prompt, messages }: EvaluationColumn, values: Values): Message[] {
  const given = messages ?? [{ role: "user" as const, content: prompt ?? "" }];
  return [
    ...(system ? [{ role: "system" as const, content: fillTemplate(system, values) }] : []),
    ...given.map(({ role, content }) => ({ role, content: fillTemplate(content, values) })),
  ];
}
