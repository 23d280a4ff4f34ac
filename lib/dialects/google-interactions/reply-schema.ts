/** Interactions and their events (wire-formats §14.4, §14.5), for the OpenAPI document. */
import { z } from "zod";

const step = z
  .looseObject({
    type: z.string().describe("`model_output`, `thought`, `function_call`, or a step of a tool that the upstream ran."),
    content: z.array(z.looseObject({ type: z.string() })).optional(),
    summary: z.array(z.looseObject({ type: z.string() })).optional(),
    signature: z.string().optional().describe("Send it back with the step as it is."),
    id: z.string().optional(),
    name: z.string().optional(),
    arguments: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: "InteractionStep" });

const usage = z
  .looseObject({
    total_input_tokens: z.int().optional(),
    total_output_tokens: z.int().optional(),
    total_thought_tokens: z.int().optional(),
    total_cached_tokens: z.int().optional(),
    total_tokens: z.int().optional(),
  })
  .meta({ id: "InteractionUsage", description: "Tokens read and written; thoughts are counted beside the output." });

const head = {
  id: z.string(),
  object: z.string().optional(),
  model: z.string().optional(),
  status: z
    .string()
    .describe("`in_progress`, `completed`, `requires_action` for calls, `incomplete`, `failed` or `cancelled`."),
  created: z.string().optional(),
  updated: z.string().optional(),
  usage: usage.optional(),
  previous_interaction_id: z.string().optional(),
  errors: z.array(z.looseObject({ code: z.string().optional(), message: z.string().optional() })).optional(),
};

export const interactionSchema = z
  .looseObject({ ...head, steps: z.array(step) })
  .meta({ id: "Interaction", description: "Read the text from the `model_output` steps." });

const errorEvent = z.looseObject({
  event_type: z.literal("error"),
  error: z.looseObject({ message: z.string() }),
});

/** Schema of each event's data but the last, which is `[DONE]`. */
export const eventSchema = z
  .union([
    errorEvent,
    z.looseObject({
      event_type: z.enum(["interaction.created", "interaction.completed", "interaction.status_update"]),
      interaction: z.looseObject(head).optional(),
    }),
    z.looseObject({ event_type: z.literal("step.start"), index: z.int(), step }),
    z.looseObject({ event_type: z.literal("step.delta"), index: z.int(), delta: z.looseObject({ type: z.string() }) }),
    z.looseObject({ event_type: z.literal("step.stop"), index: z.int() }),
  ])
  .meta({ id: "InteractionEvent" });
