/** The cache of exact repetitions: a request that asks for it gets the response of an earlier one that was the same. */
import { createHash } from "node:crypto";
import type { RouteSettings } from "#lib/config/model-routes.ts";
import { CACHE_LIMITS } from "#lib/gateway/limits.ts";
import { parseQuery } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { LogEntry } from "#lib/gateway/request/log-entry.ts";
import { findRetirement } from "#lib/gateway/routing/find-retirement.ts";
import { getUpstreamId, resolveModel, tryResolve } from "#lib/gateway/routing/resolve-model.ts";
import { listTargets } from "#lib/gateway/routing/route-targets.ts";
import { errors } from "#lib/http/errors.ts";
import type { CallContext } from "../call-context.ts";
import { collectBody } from "./collect-body.ts";

const HEADER = "x-gateway-cache";
/** Headers of a response that its repetition has too, beside those of the lane. */
const KEPT_HEADERS = /^(?:content-type|cache-control|x-accel-buffering|x-gateway-(?!cache).+)$/;
/** Request headers that change a response. */
const STEERING = ["x-gateway-route", "x-gateway-on-loss"];
/** Matches bodies that may name an uploaded file, which can be deleted meanwhile. */
const FILE_MARK = /"file-|files\//;

export type CallCache = {
  /** Returns the response of an earlier request; undefined when there is none. */
  find(): EndpointResponse | undefined;
  /** Returns the response, which is stored once it is whole. */
  keep(response: EndpointResponse): EndpointResponse;
};

type Options = {
  /** Entry of the request itself, whatever the lanes write to. */
  log: LogEntry;
  route: RouteSettings | undefined;
};

/**
 * Returns undefined for a call that does not ask for it, or that has no repetition.
 * @throws GatewayError 400 for another value of the header, 404 for an unknown or retired model
 */
export function openCache(context: CallContext, { log, route }: Options): CallCache | undefined {
  const header = context.request.headers[HEADER];
  const seconds = header === undefined ? context.principal.policy?.cache_seconds : readSeconds(String(header));
  if (!seconds || log.dryRun || log.trace || !isRepeatable(context)) return undefined;
  const { services } = context;
  const cache = services.responseCache;
  const key = createKey(context, route);
  return {
    find() {
      // Set at once: a lane may finish the entry before its response is kept.
      log.cache = "miss";
      const found = cache.find(key);
      if (!found) return undefined;
      if (isRetired(found.target, context)) {
        cache.remove(key);
        return undefined;
      }
      const { headers, bytes, upstream, target, storedAt } = found;
      // Nothing was asked: the row counts no tokens, and costs nothing.
      Object.assign(log, { cache: "hit", lane: null, upstream, target, usage: { inputTokens: 0, outputTokens: 0 } });
      const age = Math.max(0, Math.floor((services.store.now() - storedAt) / 1_000));
      return { status: 200, headers: { ...headers, [HEADER]: "hit", age: String(age) }, body: bytes };
    },
    keep(response) {
      response.headers[HEADER] = "miss";
      const { body, collected } = collectBody(response.body, CACHE_LIMITS.entryBytes);
      log.whenFinished(() => {
        const bytes = collected();
        if (!bytes || response.status !== 200 || log.outcome?.status !== 200 || log.outcome.error !== null) return;
        const { upstream, target } = log;
        const kept = Object.entries(response.headers).filter(([name]) => KEPT_HEADERS.test(name));
        const headers = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
        cache.save(key, { headers, bytes, upstream, target, storedAt: services.store.now() }, seconds);
      });
      return { ...response, body };
    },
  };
}

/** @returns 0 to switch the cache of the key off */
function readSeconds(value: string): number {
  if (value === "off") return 0;
  const seconds = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  if (seconds >= 1 && seconds <= CACHE_LIMITS.longestSeconds) return seconds;
  const expected = `a whole number of seconds from 1 to ${CACHE_LIMITS.longestSeconds}, or off`;
  throw errors.headerInvalid({ param: HEADER, expected, value });
}

/** Returns false for a request whose response is stored under an id, or depends on what is stored. */
function isRepeatable({ dialect, wire, bodyText }: CallContext): boolean {
  if (FILE_MARK.test(bodyText)) return false;
  if (dialect.id !== "openai-responses") return true;
  const { store, background, previous_response_id: previous } = wire as Record<string, unknown> & typeof wire;
  return store === false && background !== true && typeof previous !== "string";
}

/** The key's limits are part of it: what a key may no longer call is not served to it. */
function createKey(context: CallContext, route: RouteSettings | undefined): string {
  const { principal, dialect, wire, bodyText, abridged, parameters, request, services } = context;
  const { groups } = services.settings.keys;
  const hash = createHash("sha256");
  const targets = route ? listTargets(route) : toTarget(context);
  const headers = [...STEERING, ...dialect.relayedHeaders].map((name) => request.headers[name] ?? null);
  const { keyId, policy = null, group = null } = principal;
  const rules = [policy, group === null ? null : (groups[group] ?? null)];
  const terms = [keyId, group, rules, dialect.id, dialect.streamContentType ?? null, wire.model, targets];
  hash.update(JSON.stringify([terms, parameters ?? null, parseQuery(request), headers]));
  // Long strings were cut from the text of a large body: its own bytes count.
  hash.update(abridged ? abridged.bytes : JSON.stringify(sortFields(JSON.parse(bodyText))));
  return hash.digest("base64");
}

/** @throws GatewayError 404 */
function toTarget({ wire, services }: CallContext): string {
  const resolved = resolveModel(wire.model, services);
  return `${getUpstreamId(resolved)}/${resolved.model}`;
}

/** Returns the same value with the fields of its objects in one order. */
function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, sortFields(one)]));
}

function isRetired(target: string | null, { services }: CallContext): boolean {
  const resolved = target === null ? undefined : tryResolve(target, services);
  if (!resolved) return true;
  if (resolved.kind === "sandbox") return false;
  const upstream = resolved.kind === "bridge" ? resolved.bridge : resolved.upstream;
  const retirement = findRetirement(upstream, resolved.model, services);
  return retirement !== undefined && retirement.retiresAt <= services.store.now();
}
