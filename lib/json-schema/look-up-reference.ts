import { isRecord } from "#lib/contract/is-record.ts";

/** @returns the schema that a local reference names; an empty one when there is none */
export function lookUpReference(reference: string, root: unknown): Record<string, unknown> {
  if (!reference.startsWith("#")) return {};
  const steps = decodeURIComponent(reference.slice(1)).split("/").slice(1);
  let found: unknown = root;
  for (const step of steps) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    found = isRecord(found) ? found[key] : Array.isArray(found) ? found[Number(key)] : undefined;
  }
  return isRecord(found) ? found : {};
}
