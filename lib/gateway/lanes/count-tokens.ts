/**
 * Counts the tokens of a prompt: by the upstream if it speaks the client's dialect and counts, otherwise in the
 * gateway.
 */
import { containsSeal } from "#lib/canonical/opaque.ts";
import type { Dialect, WireRequest } from "#lib/dialects/dialect.ts";
import { countPromptTokens } from "#lib/prompts/prompt-tokens.ts";
import { createJsonResponse } from "../bodies/json-response.ts";
import type { RequestContext } from "../request/context.ts";
import type { EndpointResponse } from "../request/endpoint.ts";
import { readJson } from "../request/read-json.ts";
import { writeLaneHeaders } from "../request/write-lane-headers.ts";
import { recordTarget } from "../routing/record-target.ts";
import { resolveAnyTarget } from "../routing/resolve-model.ts";
import { isRouteUnsupported } from "./is-route-unsupported.ts";
import { openPrompt } from "./prompts/apply-prompt.ts";
import { relay } from "./relay.ts";

/** Token counting in one dialect (wire-formats §2.7, §3.7, §4.7). */
export type TokenCounter = {
  dialect: Dialect;
  /** Path that is appended to an upstream's base URL. */
  writeUpstreamPath(model: string): string;
  /**
   * @param model model of the path, in a dialect that has it there
   * @throws GatewayError 400 that names the field and the expected value
   */
  parse(json: unknown, model: string | undefined): WireRequest;
  /** Returns the request with all parts of its prompt; when absent, the request itself is complete. */
  expand?(wire: WireRequest): Promise<WireRequest>;
  write(tokens: number): Record<string, unknown>;
};

export async function countTokens(context: RequestContext, counter: TokenCounter): Promise<EndpointResponse> {
  const { request, services, log } = context;
  const { dialect } = counter;
  const { size, ...body } = await readJson(request, services.settings.limits.bodyBytes, { abridge: true });
  const given = context.params.model === undefined ? undefined : { model: context.params.model };
  const prompting = openPrompt({ ...context, dialect, parameters: given }, body);
  const { value, text, abridged, parameters = given } = prompting ? await prompting : { ...body };
  log.requestBytes = size;
  const parse = (json: unknown) => ({ ...counter.parse(json, parameters?.model), stream: false });
  const wire = parse(value);
  log.model = wire.model;
  const resolved = resolveAnyTarget(wire.model, services);
  recordTarget(log, resolved, services);
  if (resolved.kind === "upstream" && resolved.upstream.dialects.includes(dialect.id) && !containsSeal(text)) {
    log.lane = "relay";
    const { upstream, model } = resolved;
    try {
      const call = { ...context, dialect, wire, bodyText: text, abridged };
      return await relay(call, upstream, { model, path: counter.writeUpstreamPath(model) });
    } catch (error) {
      if (!isRouteUnsupported(error, model)) throw error;
    }
  }
  // Another vendor's tokenizer is not available: this count is close, not exact.
  log.lane = resolved.kind === "upstream" ? "translate" : resolved.kind;
  const sent = abridged ? parse(await abridged.parseWhole()) : wire;
  const whole = counter.expand ? await counter.expand(sent) : sent;
  return createJsonResponse(counter.write(await countPromptTokens(dialect.readRequest(whole))), writeLaneHeaders(log));
}
