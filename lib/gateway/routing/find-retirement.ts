/** Retirement of models: from the config file, otherwise from the upstream's own list. */
import type { Services } from "#lib/gateway/request/services.ts";
import { errors } from "#lib/http/errors.ts";

export type Retirement = {
  /** Unix milliseconds. */
  retiresAt: number;
  /** Name of the model to use instead, `<upstream>/<model>`. */
  successor?: string;
};

type Retiring = Parameters<Services["catalogue"]["findRetirement"]>[0];

/** Costs two look-ups by name. The built-in models do not retire. */
export function findRetirement(
  upstream: Retiring,
  model: string,
  { catalogue }: Pick<Services, "catalogue">,
): Retirement | undefined {
  const retirement = catalogue.findRetirement(upstream, model);
  if (!retirement) return undefined;
  const { retiresAt, replacedBy } = retirement;
  return { retiresAt, ...(replacedBy === undefined ? {} : { successor: `${upstream.id}/${replacedBy}` }) };
}

/**
 * Refuses a model whose date in the config file has passed. A date of the upstream's list refuses nothing: the upstream
 * may have moved it, and answers for itself.
 * @throws GatewayError 404 that names the successor
 */
export function requireNotRetired(upstream: Retiring, model: string, now = Date.now()): void {
  const retirements = upstream.retirements;
  if (retirements === undefined || !Object.hasOwn(retirements, model)) return;
  const { retiresOn, replacedBy } = retirements[model] ?? {};
  if (retiresOn === undefined || Date.parse(retiresOn) > now) return;
  throw errors.modelRetired({
    model: `${upstream.id}/${model}`,
    date: retiresOn,
    successor: replacedBy === undefined ? undefined : `${upstream.id}/${replacedBy}`,
  });
}
