/** Routes of OpenAI's API that are passed on unchanged, to providers that have them (wire-formats §11.5). */
import type { z } from "zod";
import { findOpenAiDialect, listDialects, requireRoute } from "#lib/gateway/lanes/find-openai-headers.ts";
import type { ExpectedUse } from "#lib/gateway/lanes/preflight.ts";
import { type RelayDialect, relay } from "#lib/gateway/lanes/relay.ts";
import { type PlainContext, runPlainCall } from "#lib/gateway/lanes/run-plain-call.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import { getUpstreamId, type ResolvedModel } from "#lib/gateway/routing/resolve-model.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";

type Wire = { model: string; stream?: boolean | null | undefined; max_tokens?: number | null | undefined };

type BuiltInLane = {
  /** Returns true for a model of the sandbox that serves the route. */
  serves(resolved: Extract<ResolvedModel, { kind: "sandbox" }>): boolean;
  run(
    context: PlainContext,
    of: { wire: unknown; resolved: Extract<ResolvedModel, { kind: "sandbox" }> },
  ): Promise<EndpointResponse>;
};

export type RelayedRoute = {
  dialect: RelayDialect;
  schema: z.ZodType<Wire>;
  /** Limit on the output in tokens, when the client sets none; 0 for a route that writes no text. */
  maxTokens?: 0;
  /** Present when the sandbox serves the route as well. */
  builtIn?: BuiltInLane;
};

/** @throws GatewayError 400, 413, 415 for an invalid request, 404 for a provider without the route */
export async function handleRelayed(context: RequestContext, route: RelayedRoute): Promise<EndpointResponse> {
  const { request, services, log } = context;
  const { dialect, schema, builtIn } = route;
  const { value, text, size } = await readJson(request, services.settings.limits.bodyBytes);
  log.requestBytes = size;
  const wire = validate(schema, value);
  const stream = wire.stream ?? false;
  log.stream = stream;
  const path = dialect.writeUpstreamPath({ model: wire.model, stream });
  const maxTokens = route.maxTokens ?? wire.max_tokens ?? undefined;
  return runPlainCall(context, {
    ...{ name: wire.model, wire, maxTokens },
    requireAble(resolved) {
      if (resolved.kind === "sandbox" && builtIn?.serves(resolved)) return;
      findUpstream(resolved, path);
    },
    listLosses: () => [],
    run(plain, resolved) {
      if (resolved.kind === "sandbox" && builtIn?.serves(resolved)) {
        log.lane = "sandbox";
        return builtIn.run(plain, { wire, resolved });
      }
      const { upstream, headersOf } = findUpstream(resolved, path);
      log.lane = "relay";
      const { model } = resolved;
      const call = {
        ...plain,
        dialect: { ...dialect, headersOf },
        wire: { model: wire.model, stream },
        bodyText: text,
      };
      return requireRoute(relay(call, upstream, { model }), { upstream, route: `/v1${path}`, model });
    },
    expect: async (): Promise<ExpectedUse> => ({
      // A token has about four bytes.
      inputTokens: Math.ceil(size / 4),
      outputTokens: maxTokens ?? null,
    }),
  });
}

/** @throws GatewayError 404 with the reason for a model whose provider has no such route */
function findUpstream(resolved: ResolvedModel, path: string) {
  const lacks = (reason: string) =>
    errors.providerLacksRoute({ provider: getUpstreamId(resolved), route: `/v1${path}`, reason });
  if (resolved.kind === "sandbox") throw lacks("the sandbox has no such model");
  if (resolved.kind === "bridge") throw lacks("it is a package of the AI SDK");
  const { upstream } = resolved;
  const headersOf = findOpenAiDialect(upstream);
  if (headersOf === undefined) throw lacks(`it speaks only ${listDialects(upstream)}`);
  return { upstream, headersOf };
}
