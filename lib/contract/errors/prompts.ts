/** Errors of stored prompts, and of calls of them. */
import { defineErrors } from "./define-errors.ts";
import { code, count, quote } from "./wording.ts";

export const promptErrors = defineErrors({
  promptNotFound: {
    status: 404,
    code: "prompt_not_found",
    message: ({ name }: { name: string; param?: string }) =>
      `No prompt that this key may use has the name or ID ${quote(name)}. GET /api/prompts lists them.`,
    sample: { name: "support/reply", param: "x-gateway-prompt" },
  },
  promptVersionNotFound: {
    status: 404,
    code: "prompt_version_not_found",
    message: ({ name, version }: { name: string; version: string; param?: string }) =>
      `The prompt ${quote(name)} has no version or label ${quote(version)}. Use one of its versions, one of its labels, or "latest".`,
    sample: { name: "support/reply", version: "staging", param: "x-gateway-prompt" },
  },
  promptLabelNotFound: {
    status: 404,
    code: "prompt_label_not_found",
    message: ({ name, label }: { name: string; label: string }) =>
      `The prompt ${quote(name)} has no label ${quote(label)}.`,
    sample: { name: "support/reply", label: "staging" },
  },
  promptVariableMissing: {
    status: 400,
    code: "prompt_variable_missing",
    message: ({ param, prompt, variable }: { param: string; prompt: string; variable: string }) =>
      `${code(param)} is required: the prompt ${quote(prompt)} has no default for its variable ${quote(variable)}.`,
    sample: { param: "prompt.variables.city", prompt: "support/reply@7", variable: "city" },
  },
  promptVariableUnknown: {
    status: 400,
    code: "prompt_variable_unknown",
    message: ({ param, prompt, known }: { param: string; prompt: string; known: readonly string[] }) =>
      `${code(param)} is not a variable of the prompt ${quote(prompt)}. ${known.length > 0 ? `It has ${known.map((name) => quote(name)).join(", ")}.` : "It has none."}`,
    sample: { param: "prompt.variables.town", prompt: "support/reply@7", known: ["city"] },
  },
  promptGivenTwice: {
    status: 400,
    code: "prompt_given_twice",
    param: "prompt",
    message: "`prompt` must be absent when the header `x-gateway-prompt` is set. Send one of them.",
  },
  promptChanged: {
    status: 409,
    code: "prompt_changed",
    param: "base_version",
    message: ({ latest, base }: { latest: number; base: number }) =>
      `\`base_version\` is ${base}, and the latest version is ${latest}: someone else has saved meanwhile. Read that version, and save with \`base_version\` ${latest}.`,
    sample: { latest: 8, base: 7 },
  },
  promptNameTaken: {
    status: 409,
    code: "prompt_name_taken",
    param: "name",
    message: ({ name }: { name: string }) => `You already have a prompt with the name ${quote(name)}. Use another one.`,
    sample: { name: "support/reply" },
  },
  promptIdTaken: {
    status: 409,
    code: "prompt_id_taken",
    param: "id",
    message: ({ id }: { id: string }) =>
      `You already have a prompt with the ID ${quote(id)}. Omit \`id\` for a new one.`,
    sample: { id: "pmpt_0123" },
  },
  promptOfAnother: {
    status: 403,
    code: "not_the_owner",
    message: ({ action }: { action: string }) =>
      `This prompt belongs to someone else: you can't ${action}. Make a copy of it with POST /api/prompts.`,
    sample: { action: "delete it" },
  },
  promptTeamMissing: {
    status: 400,
    code: "no_team",
    param: "visibility",
    message: '`visibility` can\'t be "team": this key is in no group. Use "private".',
  },
  promptEveryoneNeedsAdmin: {
    status: 403,
    code: "admin_required",
    param: "visibility",
    message: '`visibility` "everyone" needs a key with the scope `admin`. Use "team" or "private".',
  },
  promptVersionsExceeded: {
    status: 409,
    code: "too_many_versions",
    message: ({ limit }: { limit: number }) =>
      `This prompt already has ${count(limit)} versions, the most that one may have. Make a copy of it with POST /api/prompts.`,
    sample: { limit: 1_000 },
  },
  promptImportUnreadable: {
    status: 400,
    code: "import_unreadable",
    param: "content",
    message:
      "`content` must be a Promptfoo configuration with `prompts`, or JSON of OpenAI's prompts: objects with `instructions`, `input` or `messages`.",
  },
  promptImportTooLarge: {
    status: 400,
    code: "import_too_large",
    param: "content",
    message: ({ limit, got }: { limit: number; got: number }) =>
      `\`content\` must have at most ${count(limit)} prompts; got ${count(got)}. Import them in several files.`,
    sample: { limit: 200, got: 201 },
  },
  promptFileMisplaced: {
    status: 400,
    code: "file_variable_misplaced",
    message: ({ param, variable }: { param: string; variable: string }) =>
      `${code(param)} contains the file variable ${quote(variable)}, which only the content of a user message may. Move it there, or give it another type.`,
    sample: { param: "definition.instructions", variable: "document" },
  },
});
