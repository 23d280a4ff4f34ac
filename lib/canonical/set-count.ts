import type { Usage } from "./part.ts";

/** Sets a token count from an upstream's reply; values that are not finite numbers are ignored. */
export function setCount(usage: Usage, key: Exclude<keyof Usage, "raw">, value: unknown): void {
  if (typeof value === "number" && Number.isFinite(value)) usage[key] = value;
}
