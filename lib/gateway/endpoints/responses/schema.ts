/** Queries of the routes for stored responses (wire-formats §2.7). */
import { z } from "zod";
import { queryNumber } from "#lib/contract/wire-schema.ts";

export const responseQuery = z.object({
  stream: z.enum(["true", "false"]).optional().describe("`true`: its events instead of the response itself."),
  starting_after: queryNumber(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("The `sequence_number` of the last event that you have; goes with `stream=true`."),
});

export const inputItemsQuery = z.object({
  limit: queryNumber(1, 100).default(20).describe("How many items a page has."),
  order: z.enum(["asc", "desc"]).default("desc").describe("Oldest or newest first."),
  after: z.string().optional().describe("The id of the item behind which the page begins."),
});

export type ResponseQuery = z.output<typeof responseQuery>;
export type InputItemsQuery = z.output<typeof inputItemsQuery>;
