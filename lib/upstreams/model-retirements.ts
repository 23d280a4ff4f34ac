/** Dates of retirement, from the config and from an upstream's own model list. */
import type { ModelRetirement } from "#lib/config/model-retirement.ts";

export type KnownRetirement = {
  /** Unix milliseconds. */
  retiresAt: number;
  /** Model of the same upstream to use instead. */
  replacedBy?: string;
};

/** Returns the operator's statement about a model; a date means its first moment in UTC. */
export function readRetirement(
  retirements: Record<string, ModelRetirement> | undefined,
  model: string,
): KnownRetirement | undefined {
  const stated = retirements && Object.hasOwn(retirements, model) ? retirements[model] : undefined;
  if (!stated) return undefined;
  const { retiresOn, replacedBy } = stated;
  return { retiresAt: Date.parse(retiresOn), ...(replacedBy === undefined ? {} : { replacedBy }) };
}

/** Reads `shutdown_date` of OpenAI's model list: a date, a date and time, or Unix seconds. */
export function readShutdownDate(value: unknown): number | undefined {
  if (typeof value === "number") return value > 0 ? value * 1000 : undefined;
  if (typeof value !== "string") return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}
