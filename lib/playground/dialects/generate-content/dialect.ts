/** The dialect of the generate-content page: POST /v1beta/models/{model}:streamGenerateContent (wire-formats §4). */

import { GENERATE_CONTENT_TOOLS } from "#lib/playground/tools/notations/generate-content-tools.ts";
import type { TextDialect } from "../text-dialect.ts";
import { findGenerateContentProblems } from "./body-fields.ts";
import { GENERATION_CONFIG } from "./parameter-list.ts";
import { buildGenerateContentRequest } from "./request-body.ts";
import { createGenerateContentReader } from "./response-reader.ts";

export const GENERATE_CONTENT: TextDialect = {
  page: "generate-content",
  parameters: GENERATION_CONFIG,
  systemLabel: "System instruction",
  tools: GENERATE_CONTENT_TOOLS,
  findProblems: findGenerateContentProblems,
  buildRequest: buildGenerateContentRequest,
  createResponseReader: createGenerateContentReader,
};
