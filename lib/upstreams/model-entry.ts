import type { ModelPrices } from "#lib/config/model-prices.ts";

/** Model in the catalogue. */
export type ModelEntry = {
  /** `<upstream>/<model>`, as clients name it. */
  id: string;
  /** The upstream's id, or the markers "alias" and "route" of names for other models. */
  upstream: string;
  /** Unix seconds; 0 when the upstream does not list it. */
  created: number;
  displayName: string;
  description?: string;
  contextWindow?: number;
  maxOutputTokens?: number;
  capabilities?: Record<string, boolean>;
  /** Absent where it is unknown. */
  pricing?: ModelPrices;
  /** Unix milliseconds at which the model is retired; absent when no date is known. */
  retiresAt?: number;
  /** Model of the same upstream to use instead. */
  replacedBy?: string;
  /** Model that an alias refers to; the first target of a route. */
  aliasOf?: string;
};
