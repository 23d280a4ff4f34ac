import { type OpenApiDocument, resolve, type Schema } from "./openapi.ts";

/** One field of an object, as a row of the reference. */
export type SchemaField = { name: string; type: string; required: boolean; description: string; schema: Schema };

/** Longest list of values that a type spells out. */
const MAX_VALUES = 8;

/** Returns a schema's type in words, such as `string`, `array of Message` or `"auto" | "none"`. */
export function describeType(document: OpenApiDocument, schema: Schema): string {
  const { $ref, const: constant, enum: values, anyOf, oneOf, allOf, type, items, minimum, maximum } = schema;
  if ($ref) {
    const target = resolve<Schema>(document, { $ref });
    const name = $ref.split("/").at(-1) ?? "";
    return target.type === "object" || target.anyOf || target.oneOf ? name : describeType(document, target);
  }
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) {
    const shown = values.slice(0, MAX_VALUES).map((value) => JSON.stringify(value));
    return [...shown, ...(values.length > MAX_VALUES ? ["…"] : [])].join(" | ");
  }
  const variants = anyOf ?? oneOf;
  if (variants) return [...new Set(variants.map((variant) => describeType(document, variant)))].join(" | ");
  if (allOf?.[0]) return describeType(document, allOf[0]);
  if (type === "array") return `array of ${items ? describeType(document, items) : "any"}`;
  const name = Array.isArray(type) ? type.join(" | ") : (type ?? "any");
  if (minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    return `${name}, ${minimum} to ${maximum}`;
  return name;
}

/** Returns the fields of an object, of an array's items, or of the only variant that is not null. */
export function listFields(document: OpenApiDocument, schema: Schema): SchemaField[] {
  const object = findObject(document, schema);
  return Object.entries(object?.properties ?? {}).map(([name, field]) => ({
    name,
    type: describeType(document, field),
    required: object?.required?.includes(name) ?? false,
    description: field.description ?? resolve<Schema>(document, field).description ?? "",
    schema: field,
  }));
}

/** Returns the variants of a schema that has several; empty for any other. */
export function listVariants(document: OpenApiDocument, schema: Schema): { name: string; schema: Schema }[] {
  const { anyOf, oneOf, type, items } = resolve<Schema>(document, schema);
  if (type === "array" && items) return listVariants(document, items);
  const variants = (anyOf ?? oneOf ?? []).filter((variant) => variant.type !== "null");
  const [only] = variants;
  if (variants.length === 1 && only) return listVariants(document, only);
  return variants.map((variant) => ({ name: nameVariant(document, variant), schema: variant }));
}

/** A variant is known by its name, or by the one value of its `type`. */
function nameVariant(document: OpenApiDocument, variant: Schema): string {
  const kind = resolve<Schema>(document, variant).properties?.type?.const;
  return typeof kind === "string" ? `type: ${JSON.stringify(kind)}` : describeType(document, variant);
}

function findObject(document: OpenApiDocument, schema: Schema): Schema | undefined {
  const own = resolve<Schema>(document, schema);
  if (own.properties) return own;
  if (own.type === "array" && own.items) return findObject(document, own.items);
  if (own.allOf) {
    const parts = own.allOf.flatMap((part) => findObject(document, part) ?? []);
    return {
      properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
      required: parts.flatMap(({ required }) => required ?? []),
    };
  }
  const variants = (own.anyOf ?? own.oneOf ?? []).filter((variant) => variant.type !== "null");
  const [only] = variants;
  return variants.length === 1 && only ? findObject(document, only) : undefined;
}
