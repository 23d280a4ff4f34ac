/** Bounds of a field in a schema: a zod issue names only the bound that a value breaks. */
import type { z } from "zod";

export type Bounds = { minimum: number; maximum: number };

/** Returns both bounds of the field at `path`, when the schema has two and `broken` is one of them. */
export function findBounds(schema: z.core.$ZodType, path: readonly PropertyKey[], broken: number): Bounds | undefined {
  for (const candidate of listSchemas(schema, path)) {
    const { minimum, maximum } = readBounds(candidate);
    if (minimum !== undefined && maximum !== undefined && (minimum === broken || maximum === broken)) {
      return { minimum, maximum };
    }
  }
  return undefined;
}

/** Reads inclusive bounds on a number, and on the length of a text or an array. */
function readBounds({ _zod }: z.core.$ZodType): Partial<Bounds> {
  const bounds: Partial<Bounds> = {};
  for (const check of _zod.def.checks ?? []) {
    const def = check._zod.def as z.core.$ZodCheckDef & { value?: number; minimum?: number; maximum?: number };
    if (def.check === "greater_than") bounds.minimum = def.value ?? 0;
    else if (def.check === "less_than") bounds.maximum = def.value ?? 0;
    else if (def.check === "min_length") bounds.minimum = def.minimum ?? 0;
    else if (def.check === "max_length") bounds.maximum = def.maximum ?? 0;
  }
  return bounds;
}

/** Returns the schemas that may check the value at `path`: several where there are unions. */
function listSchemas(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "readonly":
    case "nonoptional":
    case "catch":
      return listSchemas(def.innerType, path);
    case "union":
      return def.options.flatMap((option) => listSchemas(option, path));
    case "pipe":
      return [...listSchemas(def.in, path), ...listSchemas(def.out, path)];
    case "lazy":
      return listSchemas(def.getter(), path);
  }
  const [step, ...rest] = path;
  if (step === undefined) return [schema];
  if (def.type === "object") {
    const field = def.shape[String(step)];
    return field ? listSchemas(field, rest) : [];
  }
  if (def.type === "array") return listSchemas(def.element, rest);
  if (def.type === "record") return listSchemas(def.valueType, rest);
  return [];
}
