/** The dialect of the responses page: POST /v1/responses (wire-formats §2). */
import { findReasoningConflicts } from "#lib/playground/parameters/parameter-conflicts.ts";
import { RESPONSES_TOOLS } from "#lib/playground/tools/notations/responses-tools.ts";
import type { TextDialect } from "../text-dialect.ts";
import { findResponsesProblems } from "./body-fields.ts";
import { RESPONSES_PARAMETERS } from "./parameter-list.ts";
import { buildResponsesRequest, refuseResponsesFile } from "./request-body.ts";
import { createResponsesReader } from "./response-reader.ts";

/** Reasons of an incomplete response (incomplete_details, §2.4); all pages describe the token limit and filters. */
const ENDINGS: Record<string, { label: string; title: string }> = {
  incomplete: { label: "Incomplete", title: "The response ended early without a reason." },
  max_messages: { label: "Cut at the message limit", title: "incomplete_details max_messages" },
  steered: { label: "Steered off", title: "incomplete_details steered: replaced by another message." },
  cancelled: { label: "Cancelled", title: "The response was cancelled on the server." },
};

export const RESPONSES: TextDialect = {
  page: "responses",
  parameters: RESPONSES_PARAMETERS,
  systemLabel: "Instructions",
  tools: RESPONSES_TOOLS,
  findProblems: findResponsesProblems,
  findConflicts: (values) => findReasoningConflicts(values, "effort"),
  buildRequest: buildResponsesRequest,
  createResponseReader: createResponsesReader,
  refuseFile: refuseResponsesFile,
  describeEnding: ({ finishReason }) => (finishReason === undefined ? undefined : ENDINGS[finishReason]),
};
