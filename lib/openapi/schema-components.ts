/** Converts zod schemas to JSON Schema: schemas with an id become components, all others are inlined. */
import { z } from "zod";

export type JsonSchema = Record<string, unknown>;

export type SchemaComponents = {
  /** Returns the schema for the document, and adds the schemas that it refers to to `schemas`. */
  toSchema(schema: z.ZodType): JsonSchema;
  /** All schemas requested so far, by id. */
  schemas: Record<string, JsonSchema>;
};

export function createSchemaComponents(): SchemaComponents {
  const schemas: Record<string, JsonSchema> = {};
  // Cache, since routes share most schemas, and all share those of errors.
  const made = new Map<z.ZodType, JsonSchema>();
  return {
    schemas,
    toSchema(schema) {
      const before = made.get(schema);
      if (before) return before;
      const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { io: "input", override: refine });
      for (const [id, definition] of Object.entries($defs)) {
        const component = withComponentReferences(definition) as JsonSchema;
        if (id in schemas && JSON.stringify(schemas[id]) !== JSON.stringify(component)) {
          throw new Error(`Two schemas have the id ${id}.`);
        }
        schemas[id] = component;
      }
      const result = withComponentReferences(own) as JsonSchema;
      made.set(schema, result);
      return result;
    },
  };
}

function withComponentReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentReferences);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      key === "$ref" && typeof field === "string"
        ? field.replace("#/$defs/", "#/components/schemas/")
        : withComponentReferences(field),
    ]),
  );
}

/** Corrects zod's output where a reader of the document expects something else. */
function refine({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  // JavaScript's own bounds are not limits of the API.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  const [pattern] = (zodSchema._zod.bag.patterns as Set<RegExp> | undefined) ?? [];
  if (pattern?.ignoreCase && jsonSchema.pattern === pattern.source) jsonSchema.pattern = inBothCases(pattern.source);
}

/** JSON Schema's patterns have no flags. */
function inBothCases(source: string): string {
  return source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|[A-Za-z]/g, (token) =>
    token.length > 1 ? token : `[${token.toUpperCase()}${token.toLowerCase()}]`,
  );
}
