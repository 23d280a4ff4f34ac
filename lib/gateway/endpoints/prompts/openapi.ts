/** OpenAPI operations of `/api/prompts`. */
import { z } from "zod";
import {
  PROMPT_VISIBILITIES,
  type PromptVersion,
  type PromptVersionEntry,
  type PromptVersionList,
  promptDefinitionSchema,
  type StoredPrompt,
  type StoredPromptList,
} from "#lib/contract/stored-prompt.ts";
import { describeQueryParameters } from "#lib/openapi/describe-query-parameters.ts";
import { JSON_ERRORS, KEY_ERRORS, READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, json, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";
import {
  createPromptSchema,
  createVersionSchema,
  importSchema,
  promptsQuery,
  RENDER_APIS,
  renderSchema,
  setLabelSchema,
  updatePromptSchema,
  versionsQuery,
} from "./schema.ts";

const time = z.int().describe("Unix milliseconds.");

const storedPromptSchema = z
  .looseObject({
    object: z.literal("prompt"),
    id: z.string(),
    name: z.string(),
    description: z.string(),
    visibility: z.enum(PROMPT_VISIBILITIES),
    team: z.string().nullable().describe("Group that it is shared with."),
    owner: z.looseObject({ id: z.string(), name: z.string().nullable() }),
    editable: z.boolean().describe("Whether you may add versions and set labels."),
    owned: z.boolean().describe("Whether you may rename, share and delete it as well."),
    latest_version: z.int(),
    labels: z.record(z.string(), z.int()).describe("Versions by label."),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "StoredPrompt", description: "A prompt without its texts." }) satisfies z.ZodType<StoredPrompt>;

const versionFields = {
  version: z.int(),
  note: z.string(),
  author: z.looseObject({ id: z.string(), name: z.string() }),
  labels: z.array(z.string()),
  created_at: time,
};
const versionEntrySchema = z.looseObject(versionFields).meta({
  id: "PromptVersionEntry",
  description: "A version without its texts.",
}) satisfies z.ZodType<PromptVersionEntry>;

const versionSchema = z
  .looseObject({
    object: z.literal("prompt_version"),
    prompt: z.looseObject({ id: z.string(), name: z.string() }),
    ...versionFields,
    definition: promptDefinitionSchema,
  })
  .meta({ id: "PromptVersion", description: "A version." }) satisfies z.ZodType<PromptVersion>;

const listSchema = z
  .looseObject({
    object: z.literal("list"),
    data: z.array(storedPromptSchema),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "StoredPromptList" }) satisfies z.ZodType<StoredPromptList>;

const versionListSchema = z
  .looseObject({ object: z.literal("list"), data: z.array(versionEntrySchema), has_more: z.boolean() })
  .meta({ id: "PromptVersionList" }) satisfies z.ZodType<PromptVersionList>;

const renderedSchema = z
  .looseObject({
    object: z.literal("prompt_request"),
    prompt: z.looseObject({ id: z.string(), name: z.string(), version: z.int() }),
    api: z.enum(RENDER_APIS),
    body: z.record(z.string(), z.unknown()).describe("Body of the request, as far as the prompt decides it."),
    dropped: z.array(z.string()).describe("Fields of the prompt that this API lacks."),
  })
  .meta({ id: "RenderedPrompt", description: "A prompt in one API." });

const deletedSchema = z
  .strictObject({ id: z.string(), object: z.literal("prompt"), deleted: z.literal(true) })
  .meta({ id: "DeletedPrompt" });

const ID = pathParameter("prompt_id", "Id of the prompt.", "pmpt_0123456789abcdef");
const VERSION = pathParameter("version", "A number, a label or `latest`.", "production");
const LABEL = pathParameter("label", "Label, such as `production`.", "production");

const DEFINITION = {
  model: "sandbox/echo",
  instructions: "Answer as a guide to {{city}}.",
  messages: [{ role: "user", content: "Name {{count}} sights." }],
  variables: [
    { name: "city", type: "text", default: "Paris" },
    { name: "count", type: "number", default: 3 },
  ],
  temperature: 0.4,
};

const FIND_ERRORS = [...KEY_ERRORS, "promptNotFound"] as const;
const WRITE_ERRORS = [...FIND_ERRORS, ...JSON_ERRORS, "promptOfAnother"] as const;
const QUOTA_ERRORS = ["quotaOfItemsExceeded", "quotaOfBytesExceeded"] as const;
const SHARE_ERRORS = ["promptTeamMissing", "promptEveryoneNeedsAdmin", "promptNameTaken"] as const;

export const listPrompts: Operation = {
  id: "listPrompts",
  tag: TAGS.prompts,
  summary: "List prompts",
  description:
    "Your own prompts, those of your group that are shared with it, and those for everyone; the ones that changed last first. A person and the person's keys have them in common, and an admin sees all.",
  key: "bearer",
  parameters: describeQueryParameters(promptsQuery),
  replies: { 200: { description: "A page of prompts.", content: json(listSchema) } },
  errors: READ_ERRORS,
};

export const createPrompt: Operation = {
  id: "createPrompt",
  tag: TAGS.prompts,
  summary: "Create a prompt",
  description:
    "Stores a prompt with its first version. Calls name it by `prompt: {id, version, variables}` on `/v1/responses`, or by the header `x-gateway-prompt: name@label` on every API for text.",
  key: "bearer",
  body: json(createPromptSchema, {
    prompt: example("A prompt with two variables", { name: "guide/sights", definition: DEFINITION }),
  }),
  replies: { 201: { description: "The prompt.", content: json(storedPromptSchema) } },
  errors: [
    ...KEY_ERRORS,
    ...JSON_ERRORS,
    ...SHARE_ERRORS,
    ...QUOTA_ERRORS,
    "promptNotFound",
    "promptIdTaken",
    "promptFileMisplaced",
  ],
};

export const readPrompt: Operation = {
  id: "readPrompt",
  tag: TAGS.prompts,
  summary: "Read a prompt",
  description: "Its facts and labels; the texts are in its versions.",
  key: "bearer",
  parameters: [ID],
  replies: { 200: { description: "The prompt.", content: json(storedPromptSchema) } },
  errors: FIND_ERRORS,
};

export const updatePrompt: Operation = {
  id: "updatePrompt",
  tag: TAGS.prompts,
  summary: "Rename or share a prompt",
  description: "For its owner and admins. Calls by the old name fail from then on; those by id go on working.",
  key: "bearer",
  parameters: [ID],
  body: json(updatePromptSchema, { share: example("Share it with everyone", { visibility: "everyone" }) }),
  replies: { 200: { description: "The prompt.", content: json(storedPromptSchema) } },
  errors: [...WRITE_ERRORS, ...SHARE_ERRORS],
};

export const deletePrompt: Operation = {
  id: "deletePrompt",
  tag: TAGS.prompts,
  summary: "Delete a prompt",
  description: "For its owner and admins. Its versions and labels are gone with it, and calls of it fail.",
  key: "bearer",
  parameters: [ID],
  replies: { 200: { description: "It is deleted.", content: json(deletedSchema) } },
  errors: [...FIND_ERRORS, "promptOfAnother"],
};

export const listVersions: Operation = {
  id: "listPromptVersions",
  tag: TAGS.prompts,
  summary: "List the versions of a prompt",
  description: "The latest first, without their texts.",
  key: "bearer",
  parameters: [ID, ...describeQueryParameters(versionsQuery)],
  replies: { 200: { description: "A page of versions.", content: json(versionListSchema) } },
  errors: [...READ_ERRORS, "promptNotFound"],
};

export const createVersion: Operation = {
  id: "createPromptVersion",
  tag: TAGS.prompts,
  summary: "Add a version to a prompt",
  description:
    "Versions never change. When somebody else has added one since `base_version`, nothing is stored and the answer is a 409, so that no change is lost. For everyone who may edit the prompt.",
  key: "bearer",
  parameters: [ID],
  body: json(createVersionSchema, {
    version: example("A version with a note", { base_version: 1, note: "Names two sights.", definition: DEFINITION }),
  }),
  replies: { 201: { description: "The version.", content: json(versionSchema) } },
  errors: [
    ...WRITE_ERRORS,
    ...QUOTA_ERRORS,
    "promptChanged",
    "promptVersionsExceeded",
    "promptVersionNotFound",
    "promptFileMisplaced",
  ],
};

export const readVersion: Operation = {
  id: "readPromptVersion",
  tag: TAGS.prompts,
  summary: "Read a version of a prompt",
  description: "By its number, by a label, or the `latest`.",
  key: "bearer",
  parameters: [ID, VERSION],
  replies: { 200: { description: "The version.", content: json(versionSchema) } },
  errors: [...FIND_ERRORS, "promptVersionNotFound"],
};

export const setLabel: Operation = {
  id: "setPromptLabel",
  tag: TAGS.prompts,
  summary: "Set a label of a prompt",
  description:
    "Calls by the label get this version from now on, on every instance. Calls that name no version get `production`, or the latest version where there is no such label.",
  key: "bearer",
  parameters: [ID, LABEL],
  body: json(setLabelSchema, { production: example("Take version 1 into production", { version: 1 }) }),
  replies: { 200: { description: "The prompt.", content: json(storedPromptSchema) } },
  errors: [...WRITE_ERRORS, "promptVersionNotFound"],
};

export const removeLabel: Operation = {
  id: "removePromptLabel",
  tag: TAGS.prompts,
  summary: "Remove a label of a prompt",
  description: "The version stays.",
  key: "bearer",
  parameters: [ID, LABEL],
  replies: { 200: { description: "The prompt.", content: json(storedPromptSchema) } },
  errors: [...FIND_ERRORS, "promptOfAnother", "promptLabelNotFound"],
};

const importedSchema = z
  .looseObject({
    object: z.literal("prompt_import"),
    created: z.array(storedPromptSchema),
    skipped: z
      .array(z.looseObject({ name: z.string(), reason: z.string(), detail: z.string().nullable() }))
      .describe(
        "Prompts that were not stored. `reason`: `file` names another file, `template` has more than variables, `content` has more than text; `empty`, `invalid`, `name_taken`, `id_taken`.",
      ),
  })
  .meta({ id: "PromptImport" });

export const importPrompts: Operation = {
  id: "importPrompts",
  tag: TAGS.prompts,
  summary: "Import prompts of other tools",
  description:
    "Reads a Promptfoo configuration (`prompts`, with the settings of its first provider), or OpenAI's prompts as JSON: each the body of a Responses request or a response, whose `prompt.id` or `id` is kept. Each becomes a private prompt; those that cannot be stored are named.",
  key: "bearer",
  body: json(importSchema, {
    promptfoo: example("A Promptfoo configuration", {
      content: "prompts:\n  - label: translate\n    raw: 'Translate to {{language}}: {{text}}'\n",
    }),
  }),
  replies: { 200: { description: "What was imported.", content: json(importedSchema) } },
  errors: [...KEY_ERRORS, ...JSON_ERRORS, ...QUOTA_ERRORS, "promptImportUnreadable", "promptImportTooLarge"],
};

export const renderPrompt: Operation = {
  id: "renderPrompt",
  tag: TAGS.prompts,
  summary: "Write a prompt as a request",
  description:
    "Fills the variables, and writes the request in one of the four APIs, as a call of the prompt would. No model is called.",
  key: "bearer",
  parameters: [ID],
  body: json(renderSchema, { messages: example("For the Messages API", { api: "anthropic-messages" }) }),
  replies: { 200: { description: "The request.", content: json(renderedSchema) } },
  errors: [...FIND_ERRORS, ...JSON_ERRORS, "promptVersionNotFound", "promptVariableMissing", "promptVariableUnknown"],
};
