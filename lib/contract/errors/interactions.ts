/** Errors of stored interactions. */
import { defineErrors } from "./define-errors.ts";
import { quote } from "./wording.ts";

const PREVIOUS = { status: 400, param: "previous_interaction_id" } as const;

export const interactionErrors = defineErrors({
  interactionNotFound: {
    status: 404,
    code: "interaction_not_found",
    param: "interaction_id",
    message: ({ id }: { id: string }) =>
      `Interaction ${quote(id)} not found. It may have expired, been deleted, been created with \`store: false\`, or belong to another key or provider.`,
    sample: { id: "interaction_abc" },
  },
  previousInteractionNotFound: {
    ...PREVIOUS,
    code: "previous_interaction_not_found",
    message: ({ id }: { id: string }) =>
      `\`previous_interaction_id\` ${quote(id)} not found. It may have expired, been deleted, been created with \`store: false\`, or belong to another key or provider.`,
    sample: { id: "interaction_abc" },
  },
  earlierInteractionNotFound: {
    ...PREVIOUS,
    code: "previous_interaction_not_found",
    message: ({ id, missing }: { id: string /** Id of an interaction that it continues. */; missing: string }) =>
      `\`previous_interaction_id\` ${quote(id, 64)} continues ${quote(missing, 64)}, which was not found. Send the conversation's steps instead.`,
    sample: { id: "interaction_def", missing: "interaction_abc" },
  },
  previousInteractionRunning: {
    ...PREVIOUS,
    code: "previous_interaction_not_finished",
    message: ({ id }: { id: string }) =>
      `\`previous_interaction_id\` ${quote(id)} has not ended yet. Continue it when its \`status\` is "completed".`,
    sample: { id: "interaction_abc" },
  },
  lastEventIdWithoutStream: {
    status: 400,
    code: "invalid_value",
    param: "last_event_id",
    message: "`last_event_id` requires `stream=true`.",
  },
  interactionEventsNotStored: {
    status: 400,
    code: "invalid_value",
    param: "last_event_id",
    message: ({ id }: { id: string }) =>
      `The events of interaction ${quote(id)} are not stored any more. Read it without \`last_event_id\` or without \`stream\`.`,
    sample: { id: "interaction_abc" },
  },
  interactionNotInBackground: {
    status: 400,
    param: "interaction_id",
    message: ({ id }: { id: string }) =>
      `Interaction ${quote(id)} can't be cancelled: it was not created with \`background: true\`.`,
    sample: { id: "interaction_abc" },
  },
});
