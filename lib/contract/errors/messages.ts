/** Errors of the Messages API: its version header and its tool results. */
import { defineErrors } from "./define-errors.ts";
import { code, quote } from "./wording.ts";

const INVALID = { status: 400, code: "invalid_value" } as const;

export const messageErrors = defineErrors({
  versionMissing: {
    status: 400,
    param: "provider-version",
    message: "Missing header `anthropic-version` or `provider-version`. Send a date, for example 2023-06-01.",
  },
  versionInvalid: {
    status: 400,
    message: ({ param, got }: { param: string; got: string }) =>
      `Header ${code(param)} must be a date of the form YYYY-MM-DD; got ${quote(got, 40)}.`,
    sample: { param: "anthropic-version", got: "v1" },
  },
  toolUseNotFound: {
    ...INVALID,
    message: ({ param, id }: { param: string; id: string }) =>
      `${code(param)} must be the id of a \`tool_use\` of the turn before; got ${quote(id)}.`,
    sample: { param: "messages[2].content[0].tool_use_id", id: "toolu_1" },
  },
  toolResultRepeated: {
    ...INVALID,
    message: ({ param, id }: { param: string; id: string }) =>
      `${code(param)} must have exactly one \`tool_result\` for each id; got another for ${quote(id)}.`,
    sample: { param: "messages[2].content[1].tool_use_id", id: "toolu_1" },
  },
  toolResultNotFirst: {
    ...INVALID,
    message: ({ param, id, before }: { param: string; id: string /** Path of the block before. */; before: string }) =>
      `${code(param)} must come before all other blocks of its turn; got ${quote(id)} after ${code(before)}.`,
    sample: { param: "messages[2].content[1].tool_use_id", id: "toolu_1", before: "messages[2].content[0]" },
  },
  toolUseRepeated: {
    ...INVALID,
    message: ({ param, id }: { param: string; id: string }) =>
      `${code(param)} must be unique in its turn; another \`tool_use\` has ${quote(id)}.`,
    sample: { param: "messages[1].content[1].id", id: "toolu_1" },
  },
  toolResultsMissing: {
    ...INVALID,
    message: ({ param, names }: { param: string /** Ids, quoted. */; names: string }) =>
      `${code(param)} must begin with a \`tool_result\` for each \`tool_use\` of the turn before; missing ${names}.`,
    sample: { param: "messages[2].content", names: '"toolu_1", "toolu_2"' },
  },
});
