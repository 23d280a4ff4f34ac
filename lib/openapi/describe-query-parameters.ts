/** Converts the schema that a route validates its query with into the document's parameters. */
import type { z } from "zod";
import type { Parameter } from "./operation.ts";

export function describeQueryParameters(query: z.ZodObject): Parameter[] {
  return Object.entries(query.shape as Record<string, z.ZodType>).map(([name, schema]) => ({
    name,
    in: "query",
    description: schema.description ?? "",
    schema,
  }));
}
