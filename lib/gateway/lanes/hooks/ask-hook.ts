/** Asks one hook of the operator what to do with a request or a response. */
import { z } from "zod";
import type { HookSettings } from "#lib/config/hook-settings.ts";
import type { HookRun } from "#lib/contract/hook-run.ts";
import type { Dialect, RouteParameters } from "#lib/dialects/dialect.ts";
import { HOOK_LIMITS } from "#lib/gateway/limits.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { errors } from "#lib/http/errors.ts";
import { createWebhookId } from "#lib/http/sign-webhook.ts";
import { postWebhook, WebhookError } from "#lib/upstreams/post-webhook.ts";

/** Call of a model, as far as its hooks need it. */
export type HookedCall = Pick<RequestContext, "request" | "services" | "principal" | "log"> & {
  dialect: Dialect;
  parameters?: RouteParameters | undefined;
};

const answerSchema = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("allow") }),
  z.strictObject({ action: z.literal("block"), message: z.string().max(500).optional() }),
  z.strictObject({ action: z.literal("replace"), body: z.record(z.string(), z.unknown()) }),
]);

/** Body in place of the checked one; undefined when that may pass. */
type Replacement = Record<string, unknown> | undefined;

type Asked = {
  hook: HookSettings;
  /** Facts of the call, and what is checked. */
  data: Record<string, unknown>;
  /** False for a piece of a stream, which cannot be replaced. */
  mayReplace?: boolean;
};

/**
 * Notes the call in the request log's entry.
 * @throws GatewayError 403 when the hook blocks, 503 when it fails and a failure refuses, 499 when the client has left
 */
export async function askHook(
  { request, services, log }: Pick<RequestContext, "request" | "services" | "log">,
  { hook, data, mayReplace = true }: Asked,
): Promise<Replacement> {
  const startedAt = performance.now();
  const note = (action: HookRun["action"]) => {
    log.hooks ??= [];
    log.hooks.push({ on: hook.on, action, ms: Math.round(performance.now() - startedAt) });
  };
  let answer: z.infer<typeof answerSchema>;
  try {
    answer = await fetchAnswer(hook, { type: hook.on, timestamp: new Date().toISOString(), data }, request.client);
    if (answer.action === "replace" && !mayReplace) throw new WebhookError("it replaced a piece of a stream");
  } catch (error) {
    request.client.throwIfDisconnected();
    note("failed");
    const reason = error instanceof WebhookError ? error.message : String(error);
    const effect = hook.failClosed ? "the call is refused" : "the call passes unchecked";
    services.log(`The hook ${hook.url} failed: ${reason}; ${effect}.`, { request_id: log.id });
    if (hook.failClosed) throw errors.hookFailed();
    return undefined;
  }
  note(answer.action);
  if (answer.action === "block") throw errors.hookBlocked({ reason: answer.message });
  return answer.action === "replace" ? answer.body : undefined;
}

/** @throws WebhookError without a valid answer */
async function fetchAnswer(
  { url, secret, timeoutMs }: HookSettings,
  event: Record<string, unknown>,
  client: RequestContext["request"]["client"],
): Promise<z.infer<typeof answerSchema>> {
  const body = JSON.stringify(event);
  if (body.length > HOOK_LIMITS.bytes)
    throw new WebhookError(`what it checks is larger than ${HOOK_LIMITS.bytes} bytes`);
  const left = new AbortController();
  client.onDisconnect(() => left.abort(new WebhookError("the client has left")));
  const call = { url, secret, id: createWebhookId(), body, timeoutMs, limit: HOOK_LIMITS.bytes, signal: left.signal };
  const { status, contentType, text } = await postWebhook(call);
  if (status !== 200) throw new WebhookError(`it responded with ${status}`);
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType))
    throw new WebhookError(`it responded with ${contentType || "no content type"} in place of JSON`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new WebhookError("its response is not well-formed JSON");
  }
  const answer = answerSchema.safeParse(json);
  if (answer.success) return answer.data;
  const [issue] = answer.error.issues;
  throw new WebhookError(`its response is invalid at ${issue?.path.join(".") || "its top"}: ${issue?.message}`);
}
