/** Finds how a route of OpenAI's API is called at an upstream, which configures only the APIs that it speaks. */
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";

const OPENAI_DIALECTS = ["openai-chat", "openai-responses", "openai-images", "openai-videos"];

/** Returns the dialect of OpenAI's API that the upstream speaks; undefined when it speaks none. */
export function findOpenAiDialect({ dialects, media }: Pick<Upstream, "dialects" | "media">): string | undefined {
  return [...dialects, ...media].find((dialect) => OPENAI_DIALECTS.includes(dialect));
}

export function listDialects({ dialects, media }: Pick<Upstream, "dialects" | "media">): string {
  return [...dialects, ...media].join(", ");
}

/**
 * Runs a request to a route that not every server of an API has.
 * @throws GatewayError 404 that says so in place of a refusal without a reason
 */
export async function requireRoute<Answer>(
  request: Promise<Answer>,
  { upstream, route, model }: { upstream: Pick<Upstream, "id">; route: string; model: string },
): Promise<Answer> {
  try {
    return await request;
  } catch (error) {
    if (!isRouteMissing(error, model)) throw error;
    const reason = `it answered ${error.status}${error.message ? `: ${error.message}` : ""}`;
    throw errors.providerLacksRoute({ provider: upstream.id, route, reason });
  }
}

/** A refusal that names the model is about the model. */
function isRouteMissing(error: unknown, model: string): error is GatewayError {
  return GatewayError.isInstance(error) && [404, 405, 501].includes(error.status) && !error.message.includes(model);
}
