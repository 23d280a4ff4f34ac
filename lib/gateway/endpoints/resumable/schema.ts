/** Queries of `/api/exchanges`. */
import { z } from "zod";
import { queryNumber } from "#lib/contract/wire-schema.ts";

export const descriptionQuery = z.object({
  writes: z.enum(["true", "false"]).optional().describe("`true`: with the times at which the answer was written."),
});

export const eventsQuery = z.object({
  after: queryNumber(0, Number.MAX_SAFE_INTEGER)
    .default(0)
    .describe("How many bytes you have already: the rest follows."),
});

export type DescriptionQuery = z.output<typeof descriptionQuery>;
export type EventsQuery = z.output<typeof eventsQuery>;
