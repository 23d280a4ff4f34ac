/** Runs the hooks of the operator on one call: on its request before it is sent, and on its response. */
import type { HookSettings } from "#lib/config/hook-settings.ts";
import type { WireRequest } from "#lib/dialects/dialect.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { LogEntry } from "#lib/gateway/request/log-entry.ts";
import type { JsonBody } from "#lib/gateway/request/read-json.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { askHook, type HookedCall } from "./ask-hook.ts";
import { checkReply, checkStream } from "./check-response.ts";
import { holdLog } from "./hold-log.ts";

/** Request of a call, as it was read. */
export type ReadCall = { wire: WireRequest } & Pick<JsonBody, "text" | "abridged">;

export type CallHooks = {
  /**
   * Returns the request to send in place of the client's.
   * @throws GatewayError 403 when a hook blocks it, or its response could not be checked; 503 when a hook fails
   */
  checkRequest(read: ReadCall): Promise<ReadCall>;
  /** Log entry for the lanes. */
  log: LogEntry;
  /** Returns the response as it may be sent. */
  checkResponse(response: EndpointResponse, wire: WireRequest): Promise<EndpointResponse>;
};

/** Returns undefined when no hook covers calls of text models: they then cost nothing. */
export function openHooks(call: HookedCall): CallHooks | undefined {
  const { services, log } = call;
  if (services.settings.hooks.length === 0 || log.dryRun) return undefined;
  const hooks = services.settings.hooks.filter(({ routes }) => routes.includes("chat"));
  if (hooks.length === 0) return undefined;
  const onRequest = hooks.filter(({ on }) => on === "request");
  const onResponse = hooks.filter(({ on }) => on === "response");
  const held = onResponse.length > 0 ? holdLog(log) : undefined;
  return {
    async checkRequest(read) {
      if (held) requireCheckableResponse(read.wire, { call, onResponse });
      if (onRequest.length === 0 && !(held && mayBeStored(call, read.wire))) return read;
      let body = (read.abridged ? await read.abridged.parseWhole() : JSON.parse(read.text)) as Record<string, unknown>;
      for (const hook of onRequest) {
        const data = { ...describeCall(call, read.wire), body };
        body = (await askHook(call, { hook, data })) ?? body;
      }
      if (held && mayBeStored(call, read.wire)) body = { ...body, store: false };
      return { wire: parseChecked(body, call), text: JSON.stringify(body), abridged: undefined };
    },
    log: held?.log ?? log,
    async checkResponse(response, wire) {
      if (!held) return response;
      const check = { call, hooks: onResponse, held, wire, facts: describeCall(call, wire) };
      return wire.stream ? checkStream(response, check) : checkReply(response, check);
    },
  };
}

/** Responses of the Responses API are stored unless the request says otherwise: unchecked ones would be readable then. */
function mayBeStored({ dialect }: HookedCall, wire: WireRequest): boolean {
  return dialect.id === "openai-responses" && (wire as { store?: boolean | null }).store !== false;
}

/** @throws GatewayError 403 */
function requireCheckableResponse(
  wire: WireRequest,
  { call, onResponse }: { call: HookedCall; onResponse: readonly HookSettings[] },
): void {
  const { background, store } = wire as { background?: boolean | null; store?: boolean | null };
  if (background) throw errors.hookCannotCheck({ param: "background", problem: "send it without `background`" });
  if (store === true) throw errors.hookCannotCheck({ param: "store", problem: "send `store: false`" });
  if (!wire.stream) return;
  if (call.dialect.streamContentType)
    throw errors.hookCannotCheck({ param: "alt", problem: "send it with `alt=sse`, or without streaming" });
  if (onResponse.some(({ stream }) => stream === undefined))
    throw errors.hookCannotCheck({ param: "stream", problem: "send it without `stream`" });
}

/** @throws GatewayError 503 for a body that a hook has made invalid */
function parseChecked(body: Record<string, unknown>, { dialect, parameters, services, log }: HookedCall): WireRequest {
  try {
    return dialect.parseRequest(body, parameters);
  } catch (error) {
    if (!GatewayError.isInstance(error)) throw error;
    services.log(`A hook replaced a request by an invalid one: ${error.message}`, { request_id: log.id });
    throw errors.hookFailed();
  }
}

/** Facts of a call for its hooks; never a credential. */
function describeCall({ principal, log, dialect }: HookedCall, wire: WireRequest): Record<string, unknown> {
  return {
    request_id: log.id,
    key: { id: principal.keyId, name: principal.name },
    group: principal.group ?? null,
    tags: log.tags,
    api: dialect.id,
    model: wire.model,
    stream: wire.stream === true,
  };
}
