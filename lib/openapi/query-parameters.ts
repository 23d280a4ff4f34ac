/** The parameters of a query as the document lists them, from the schema that the route validates the query with. */
import type { z } from "zod";
import type { Parameter } from "./operation.ts";

export function queryParameters(query: z.ZodObject): Parameter[] {
  return Object.entries(query.shape as Record<string, z.ZodType>).map(([name, schema]) => ({
    name,
    in: "query",
    description: schema.description ?? "",
    schema,
  }));
}
