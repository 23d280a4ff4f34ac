/** Refuses a schema that no finite value meets: one that demands itself within itself. */
import { isRecord } from "#lib/contract/is-record.ts";
import { lookUpReference } from "./look-up-reference.ts";

/** @throws an Error with the reason */
export function refuseEndless(root: unknown): void {
  const open = new Set<object>();
  const finished = new Set<object>();

  function visit(schema: unknown): void {
    if (!isRecord(schema) || finished.has(schema)) return;
    if (open.has(schema)) throw new Error("it demands itself within itself, so that no value is ever complete");
    open.add(schema);
    for (const demanded of demandsOf(schema)) visit(demanded);
    open.delete(schema);
    finished.add(schema);
  }

  /** Schemas that a part of each value has to meet. Another type than a list or an object would have no such part. */
  function demandsOf(schema: Record<string, unknown>): unknown[] {
    const { $ref, allOf, type, minItems, items, required, properties } = schema;
    const demands: unknown[] = Array.isArray(allOf) ? [...allOf] : [];
    if (typeof $ref === "string") demands.push(lookUpReference($ref, root));
    if (type === "array" && typeof minItems === "number" && minItems > 0) demands.push(items);
    if (type === "object" && Array.isArray(required) && isRecord(properties)) {
      demands.push(...required.filter((name) => Object.hasOwn(properties, name)).map((name) => properties[name]));
    }
    return demands;
  }

  visit(root);
}
