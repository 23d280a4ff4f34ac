/** A response object in its two forms: as it is stored, and as a client reads it. */
import { wantsFlatOutput, withFlatOutput } from "#lib/contract/openai-responses/flat-output.ts";
import type { ResponsesRequest, WireItem } from "#lib/contract/openai-responses/wire.ts";
import { finishOutput } from "#lib/dialects/openai-responses/write-output.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import type { StoredResponse } from "#lib/store/store.ts";

export type ResponseObject = Record<string, unknown>;

/** The AI SDK refuses a body with elements that are no real items (wire-formats §2.5). */
const REAL_ITEMS_ONLY = /ai-sdk/i;

/** The request, with the note which form of the output its client reads. */
export function withClientForm(wire: ResponsesRequest, headers: HttpRequest["headers"]): ResponsesRequest {
  return withFlatOutput(wire, !REAL_ITEMS_ONLY.test(String(headers["user-agent"] ?? "")));
}

/** The items that the model made: without the flat elements, which each reader gets or does not get anew. */
export function realItems(response: ResponseObject): WireItem[] {
  const { output } = response;
  return Array.isArray(output) ? output.filter((item: WireItem) => item.type !== "output_text") : [];
}

/** The form in which it is stored: without the flat elements. */
export function toStored(response: ResponseObject): ResponseObject {
  return { ...response, output: realItems(response) };
}

/** The form that the client of this request reads. */
export function toRead(stored: ResponseObject, headers: HttpRequest["headers"]): ResponseObject {
  const flat = wantsFlatOutput(withClientForm({} as ResponsesRequest, headers));
  return { ...stored, ...finishOutput({ items: realItems(stored), responseId: String(stored.id), flat }) };
}

export function parseResponse({ response }: Pick<StoredResponse, "response">): ResponseObject {
  return JSON.parse(response) as ResponseObject;
}

/** True until the response has ended. */
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
