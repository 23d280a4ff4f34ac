/** A stored response object in the two forms that it has: as it is kept, and as a client reads it. */
import { wantsFlatOutput, withFlatOutput } from "#lib/dialects/openai-responses/flat-output.ts";
import type { ResponsesRequest, WireItem } from "#lib/dialects/openai-responses/wire.ts";
import { finishOutput } from "#lib/dialects/openai-responses/write-output.ts";
import type { ExchangeRequest } from "#lib/http/exchange.ts";

export type ResponseObject = Record<string, unknown>;

/** The AI SDK refuses a body with elements that are no real items (wire-formats §2.5). */
const REAL_ITEMS_ONLY = /ai-sdk/i;

/** The request, with the note which form of the output its client reads. */
export function withClientForm(wire: ResponsesRequest, headers: ExchangeRequest["headers"]): ResponsesRequest {
  return withFlatOutput(wire, !REAL_ITEMS_ONLY.test(String(headers["user-agent"] ?? "")));
}

/** The items that the model made: without the flat elements, which each reader gets or does not get anew. */
export function realItems(response: ResponseObject): WireItem[] {
  const { output } = response;
  return Array.isArray(output) ? output.filter((item: WireItem) => item.type !== "output_text") : [];
}

/** What is kept of it. */
export function toKept(response: ResponseObject): ResponseObject {
  return { ...response, output: realItems(response) };
}

/** What the client of this request reads. */
export function toRead(kept: ResponseObject, headers: ExchangeRequest["headers"]): ResponseObject {
  const flat = wantsFlatOutput(withClientForm({} as ResponsesRequest, headers));
  return { ...kept, ...finishOutput({ items: realItems(kept), responseId: String(kept.id), flat }) };
}

/** Whether it has not ended yet. */
export function isRunning({ status }: ResponseObject): boolean {
  return status === "queued" || status === "in_progress";
}

/** @param error in the terms of the response object (wire-formats §2.4); the AI SDK wants message, type and code */
export function toFailed(
  response: ResponseObject,
  error: { message: string; code?: string | undefined; type?: string | undefined },
): ResponseObject {
  const { message, code = "server_error", type = "server_error" } = error;
  return { ...response, status: "failed", error: { code, message, type, param: null } };
}
