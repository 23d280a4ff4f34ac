/** Reads a request's input for the routes of stored responses: its items, with ids, and its references to items. */
import { randomUUID } from "node:crypto";
import type { ResponsesItem, ResponsesRequest } from "#lib/contract/openai-responses/wire.ts";
import { errors } from "#lib/http/errors.ts";

/** The customary beginning of an item's id. */
const PREFIX: Record<string, string> = {
  message: "msg",
  reasoning: "rs",
  function_call: "fc",
  function_call_output: "fco",
  custom_tool_call: "ctc",
  custom_tool_call_output: "ctco",
};

/**
 * Returns the input as a list of complete items with ids, for `GET /v1/responses/{id}/input_items` (wire-formats §2.7).
 * Missing ids are created anew on each call, so store the result. Flat elements of an earlier response are omitted:
 * the message before them has their text.
 */
export function readInputItems(wire: Pick<ResponsesRequest, "input">): ResponsesItem[] {
  const items = listOf(wire.input);
  const hasMessage = items.some((item) => item.type === "message" && "role" in item && item.role === "assistant");
  return items
    .filter((item) => item.type !== "output_text" || !hasMessage)
    .map((item) => wholeItem(item.type === "output_text" ? assistantMessage(item) : item));
}

function listOf(input: ResponsesRequest["input"]): ResponsesItem[] {
  if (input == null) return [];
  return typeof input === "string" ? [{ type: "message", role: "user", content: input }] : input;
}

function assistantMessage(item: ResponsesItem): ResponsesItem {
  return { type: "message", role: "assistant", content: String("text" in item ? item.text : "") };
}

function wholeItem(item: ResponsesItem): ResponsesItem {
  const given = "id" in item && typeof item.id === "string" && item.id !== "";
  const whole = given ? item : { ...item, id: `${PREFIX[item.type] ?? "item"}_${randomUUID().replaceAll("-", "")}` };
  if (whole.type !== "message" || !("content" in whole)) return whole;
  const { content } = whole;
  if (typeof content !== "string") return { status: "completed", ...whole };
  const part =
    "role" in whole && whole.role === "assistant"
      ? { type: "output_text", text: content, annotations: [] }
      : { type: "input_text", text: content };
  return { status: "completed", ...whole, content: [part] };
}

/** Returns the ids of the items that `input` only refers to: `expandInput` needs these items. */
export function listReferencedIds(wire: Pick<ResponsesRequest, "input">): string[] {
  return listOf(wire.input).flatMap((item) =>
    item.type === "item_reference" && "id" in item ? [String(item.id)] : [],
  );
}

/**
 * Returns the same request with complete input: first the items of the previous response, then the input with each
 * reference replaced by its item. The result has no `previous_response_id`; the response is written for the original
 * request, whose settings it shows.
 * @param previousItems input and output of the previous response, oldest first; none when absent
 * @throws GatewayError 400 that names an unknown reference
 */
export function expandInput(
  wire: ResponsesRequest,
  {
    resolveItem,
    previousItems = [],
  }: { resolveItem: (id: string) => ResponsesItem | undefined; previousItems?: readonly ResponsesItem[] },
): ResponsesRequest {
  const items = listOf(wire.input).map((item, index) => {
    if (item.type !== "item_reference" || !("id" in item)) return item;
    const resolved = resolveItem(String(item.id));
    if (resolved) return resolved;
    const param = `input[${index}].id`;
    throw errors.itemNotFound({ param, id: String(item.id) });
  });
  const isPlain = previousItems.length === 0 && typeof wire.input === "string";
  const input = isPlain ? wire.input : [...previousItems, ...items];
  return { ...wire, previous_response_id: undefined, input } as ResponsesRequest;
}
