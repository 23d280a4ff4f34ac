import type { ModelPrices } from "#lib/config/model-prices.ts";

/** A model as the catalogue knows it. */
export type ModelEntry = {
  /** `<upstream>/<model>`: what a client names. */
  id: string;
  /** The upstream's id, or the alias's own marker "alias". */
  upstream: string;
  /** Unix seconds; 0 when the upstream does not say. */
  created: number;
  displayName: string;
  description?: string;
  contextWindow?: number;
  maxOutputTokens?: number;
  capabilities?: Record<string, boolean>;
  /** Absent where it is unknown. */
  pricing?: ModelPrices;
  /** For an alias: the model that it stands for. */
  aliasOf?: string;
};
