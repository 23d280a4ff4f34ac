/** The dialect of the generate-content page: POST /v1beta/models/{model}:streamGenerateContent (wire-formats §4). */
import { findValueProblems } from "../parameters.ts";
import type { TextDialect } from "../text-dialect.ts";
import { GENERATION_CONFIG } from "./parameter-list.ts";
import { createGenerateContentAnswer } from "./read-answer.ts";
import { buildGenerateContentRequest } from "./request-body.ts";

export const GENERATE_CONTENT: TextDialect = {
  page: "generate-content",
  parameters: GENERATION_CONFIG,
  systemLabel: "System instruction",
  findProblems: ({ parameters }) => findValueProblems(GENERATION_CONFIG, parameters),
  buildRequest: buildGenerateContentRequest,
  createAnswer: createGenerateContentAnswer,
};
