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
  end_turn: { label: "Finished", title: "stop_reason end_turn: the response is complete." },
  tool_use: { label: "Waiting for tool result", title: "stop_reason tool_use: send the results to continue." },
  pause_turn: {
    label: "Paused",
    title: "stop_reason pause_turn: the server paused a long turn. Continue to resume.",
  },
  refusal: { label: "Refused", title: "stop_reason refusal: the model’s safety rules stopped the response." },
  model_context_window_exceeded: {
    label: "Context full",
    title: "stop_reason model_context_window_exceeded: the conversation fills the context window.",
  },
};

export const MESSAGES: TextDialect = {
  page: "messages",
  parameters: MESSAGES_PARAMETERS,
  systemLabel: "System prompt",
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
