/** Converts a response object between its stored form and the form that clients read. */

import type { Settings } from "#lib/config/load-settings.ts";
import { withFlatOutput } from "#lib/contract/openai-responses/flat-output.ts";
import type { ResponsesRequest, WireItem } from "#lib/contract/openai-responses/wire.ts";
import { finishOutput } from "#lib/dialects/openai-responses/write-output.ts";
import type { Principal } from "#lib/gateway/request/key-ring.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import type { StoredResponse } from "#lib/store/stored-response.ts";

export type ResponseObject = Record<string, unknown>;

/**
 * Clients that know the API's own form: the AI SDK refuses a body with elements that are no real items (wire-formats
 * §2.5), and OpenAI's SDKs and agents read the text from the real ones.
 */
const REAL_ITEMS_ONLY =
  /ai-sdk|^(?:Async)?(?:Azure)?OpenAI(?:[/:]|ClientImpl)|codex|^Agents\/|opencode|pydantic-ai|langchain|llama-?index|litellm/i;
/** Header of the SDKs that OpenAI generates, which an agent's own `user-agent` does not replace. */
const SDK_HEADER = "x-stainless-lang";

/** Facts that decide on the form of `output` that a client reads. */
export type Reader = {
  request: Pick<HttpRequest, "headers">;
  principal: Pick<Principal, "policy">;
  services: { settings: Pick<Settings, "responses"> };
};

/** Returns the request with a note about the form of output that its client reads. */
export function withClientForm(wire: ResponsesRequest, reader: Reader): ResponsesRequest {
  return withFlatOutput(wire, readsFlatOutput(reader));
}

function readsFlatOutput({ request, principal, services }: Reader): boolean {
  const { headers } = request;
  if (headers[SDK_HEADER] !== undefined || REAL_ITEMS_ONLY.test(String(headers["user-agent"] ?? ""))) return false;
  return principal.policy?.flat_output ?? services.settings.responses.flatOutput;
}

/** Returns the items of the model: without the flat elements, which are added for each reader that needs them. */
export function listOutputItems(response: ResponseObject): WireItem[] {
  const { output } = response;
  return Array.isArray(output) ? output.filter((item: WireItem) => item.type !== "output_text") : [];
}

/** Returns the stored form: without the flat elements. */
export function toStoredForm(response: ResponseObject): ResponseObject {
  return { ...response, output: listOutputItems(response) };
}

/** Returns the form that the client of this request reads. */
export function toClientForm(stored: ResponseObject, reader: Reader): ResponseObject {
  const flat = readsFlatOutput(reader);
  return { ...stored, ...finishOutput({ items: listOutputItems(stored), responseId: String(stored.id), flat }) };
}

export function parseResponse({ response }: Pick<StoredResponse, "response">): ResponseObject {
  return JSON.parse(response) as ResponseObject;
}

/** True until the response has ended. */
export function isRunning({ status }: ResponseObject): boolean {
  return status === "queued" || status === "in_progress";
}

/**
 * @param error error in the response object's format (wire-formats §2.4); the AI SDK requires message, type and code
 */
export function toFailed(
  response: ResponseObject,
  error: { message: string; code?: string | undefined; type?: string | undefined },
): ResponseObject {
  const { message, code = "server_error", type = "server_error" } = error;
  return { ...response, status: "failed", error: { code, message, type, param: null } };
}
