/** Request by which a model summarizes a conversation, and the items that stand for the conversation afterwards. */
import type { ResponsesItem, ResponsesRequest } from "#lib/contract/openai-responses/wire.ts";

const PROMPT = `The conversation above is about to be replaced by a summary, from which you will continue it. Write this summary now.

Keep everything that later turns may need: the user's goals and exact instructions, decisions and their reasons, facts, names, numbers, identifiers, file paths and code that are still in use, results of tools, work that is done, and work that is left with its next step. Quote exact wording where it matters. Leave out greetings and what is settled and of no further use. Write plain text, no questions and no offers.`;

const INTRODUCTION = "Summary of the conversation so far, from which it continues:";

/** Fields of the request that its summary is made with. */
const KEPT = new Set(["model", "input", "instructions", "previous_response_id", "tools", "reasoning", "service_tier"]);
for (const name of ["prompt_cache_key", "prompt_cache_retention", "safety_identifier", "user", "metadata"]) {
  KEPT.add(name);
}
/** Fields without an effect here: nothing is stored or streamed. */
const WITHOUT_EFFECT = new Set(["store", "stream", "background", "parallel_tool_calls", "truncation", "include"]);

/** Names the fields that a summary cannot follow. */
export function listIgnoredFields(wire: ResponsesRequest): string[] {
  const names = Object.entries(wire).flatMap(([name, value]) => (value == null ? [] : [name]));
  return names.filter((name) => !KEPT.has(name) && !WITHOUT_EFFECT.has(name));
}

/** @param items the whole conversation */
export function writeSummaryRequest(wire: ResponsesRequest, items: readonly ResponsesItem[]): ResponsesRequest {
  const tools = listTools(wire, items);
  const kept = Object.fromEntries(Object.entries(wire).filter(([name]) => KEPT.has(name)));
  const { answered } = splitOpenCalls(items);
  const question = { type: "message" as const, role: "user" as const, content: PROMPT };
  return {
    ...kept,
    model: wire.model,
    previous_response_id: undefined,
    input: [...answered, question],
    store: false,
    ...(tools.length > 0 ? { tools, tool_choice: "none" } : {}),
  } as ResponsesRequest;
}

/** Returns system texts as they were, the summary, and calls that wait for their results. */
export function summarizedItems(items: readonly ResponsesItem[], summary: string): ResponsesItem[] {
  const instructions = items.filter((item) => "role" in item && (item.role === "system" || item.role === "developer"));
  const { open } = splitOpenCalls(items);
  return [
    ...instructions,
    { type: "message", role: "user", content: `${INTRODUCTION}\n\n${summary}` },
    ...open,
  ] as ResponsesItem[];
}

/** Some APIs refuse a call without its result; a client that has the result will send it after the summary. */
function splitOpenCalls(items: readonly ResponsesItem[]): { answered: ResponsesItem[]; open: ResponsesItem[] } {
  const results = new Set<unknown>();
  for (const item of items) if (item.type.endsWith("_call_output") && "call_id" in item) results.add(item.call_id);
  const isOpen = (item: ResponsesItem) => isCall(item) && "call_id" in item && !results.has(item.call_id);
  return { answered: items.filter((item) => !isOpen(item)), open: items.filter(isOpen) };
}

function isCall({ type }: ResponsesItem): boolean {
  return type === "function_call" || type === "custom_tool_call";
}

/** Some APIs refuse calls of functions that the request does not declare. */
function listTools(wire: ResponsesRequest, items: readonly ResponsesItem[]): NonNullable<ResponsesRequest["tools"]> {
  const declared = wire.tools ?? [];
  const names = new Set(declared.map((tool) => ("name" in tool ? tool.name : undefined)));
  const missing = new Set<string>();
  for (const item of items) {
    const name = item.type === "function_call" && "name" in item ? String(item.name) : undefined;
    if (name !== undefined && !names.has(name)) missing.add(name);
  }
  const parameters = { type: "object", properties: {} };
  return [...declared, ...[...missing].map((name) => ({ type: "function" as const, name, parameters }))];
}
