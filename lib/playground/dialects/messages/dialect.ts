/** The dialect of the messages page: POST /v1/messages (wire-formats §3). */
import { findThinkingConflicts } from "#lib/playground/parameters/parameter-conflicts.ts";
import { MESSAGES_TOOLS } from "#lib/playground/tools/notations/messages-tools.ts";
import type { TextDialect } from "../text-dialect.ts";
import { findMessagesProblems } from "./body-fields.ts";
import { MESSAGES_PARAMETERS } from "./parameter-list.ts";
import { buildMessagesRequest, refuseMessagesFile } from "./request-body.ts";
import { createMessagesReader } from "./response-reader.ts";

/** Descriptions of each stop_reason (§3.5); all pages describe the token limit and refusals. */
const ENDINGS: Record<string, { label: string; title: string }> = {
  end_turn: { label: "Ended its turn", title: "stop_reason end_turn: the model had said all." },
  tool_use: { label: "Waits for a tool", title: "stop_reason tool_use: the answer goes on with the results." },
  pause_turn: {
    label: "Paused",
    title: "stop_reason pause_turn: a long turn of the server's tools. Continue goes on.",
  },
  refusal: { label: "Refused", title: "stop_reason refusal: the model's safety rules ended the answer." },
  model_context_window_exceeded: {
    label: "Context is full",
    title: "stop_reason model_context_window_exceeded: the conversation fills all that the model can read.",
  },
};

export const MESSAGES: TextDialect = {
  page: "messages",
  parameters: MESSAGES_PARAMETERS,
  systemLabel: "System",
  tools: MESSAGES_TOOLS,
  findProblems: findMessagesProblems,
  findConflicts: findThinkingConflicts,
  buildRequest: buildMessagesRequest,
  createResponseReader: createMessagesReader,
  refuseFile: refuseMessagesFile,
  describeEnding({ finishReason, finishDetail }) {
    if (finishReason === "stop_sequence") {
      return { label: `Stopped at “${finishDetail ?? ""}”`, title: "stop_reason stop_sequence" };
    }
    return finishReason === undefined ? undefined : ENDINGS[finishReason];
  },
};
