/** Query of the route that reads a stored interaction (wire-formats §14.1). */
import { z } from "zod";
import { queryNumber } from "#lib/contract/wire-schema.ts";

export const interactionQuery = z.object({
  stream: z.enum(["true", "false"]).optional().describe("`true`: its events instead of the interaction itself."),
  last_event_id: queryNumber(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("The `event_id` of the last event that you have; goes with `stream=true`."),
  include_input: z.enum(["true", "false"]).optional().describe("`true`: adds `input`, the steps of the request."),
});

export type InteractionQuery = z.output<typeof interactionQuery>;
