/** Prompts that the gateway stores: their definition, and replies of `/api/prompts`. Times are Unix milliseconds. */
import { z } from "zod";
import { fieldRules } from "./errors/field-rules.ts";
import { requestSchema } from "./openai-responses/wire.ts";
import { optional } from "./wire-schema.ts";

export const PROMPT_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._/-]{0,98}[A-Za-z0-9])?$/;
export const PROMPT_LABEL = /^[A-Za-z][A-Za-z0-9._-]{0,31}$/;
/** Label that always names the latest version. */
export const LATEST = "latest";
/** Label that is called when a request names none. */
export const PRODUCTION = "production";
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

export const PROMPT_VISIBILITIES = ["private", "team", "everyone"] as const;
/** `private`: its owner. `team`: keys and people of one group. `everyone`: all keys of the gateway. */
export type PromptVisibility = (typeof PROMPT_VISIBILITIES)[number];

const VARIABLE_TYPES = ["text", "number", "choice", "file"] as const;
export const PROMPT_ROLES = ["user", "assistant", "system", "developer"] as const;

/** Limits of one prompt; the amount of each owner is a quota. */
export const PROMPT_LIMITS = { versions: 1_000, labels: 50 } as const;
/** Limit in characters of one text, and of a definition as JSON. */
export const LARGEST_DEFINITION = 500_000;
const text = z.string().max(LARGEST_DEFINITION);

const variableSchema = z
  .strictObject({
    name: z.string().regex(VARIABLE_NAME, fieldRules.variableName),
    type: z.enum(VARIABLE_TYPES).default("text").describe("`file` takes the place of a part of a user message."),
    description: optional(z.string().max(500)),
    default: optional(z.union([text, z.number()]), "Value where a call gives none; without it the call must."),
    choices: optional(z.array(z.string().min(1).max(500)).min(1).max(100), "Values of the type `choice`."),
  })
  .refine(({ type, choices }) => (type === "choice") === (choices != null), {
    error: fieldRules.requiredByValue("type", "choice"),
    path: ["choices"],
  })
  .meta({ id: "PromptVariable" });

const { shape } = requestSchema;

/** Fields of a Responses request, in whose names every API's are stored, with `messages` in place of `input`. */
export const promptDefinitionSchema = z
  .strictObject({
    model: optional(z.string().min(1).max(300), "Model of calls that name none, or `prompt`."),
    instructions: optional(text, "System text."),
    messages: z
      .array(z.strictObject({ role: z.enum(PROMPT_ROLES), content: text }))
      .max(200)
      .default([])
      .describe("Messages before those of the call."),
    variables: z
      .array(variableSchema)
      .max(100)
      .refine((variables) => new Set(variables.map(({ name }) => name)).size === variables.length, {
        error: fieldRules.distinctNames,
      })
      .default([])
      .describe("Placeholders such as `{{name}}` in the texts; one that is not listed here is added as text."),
    tools: shape.tools,
    tool_choice: shape.tool_choice,
    parallel_tool_calls: shape.parallel_tool_calls,
    text: shape.text,
    reasoning: shape.reasoning,
    temperature: shape.temperature,
    top_p: shape.top_p,
    max_output_tokens: shape.max_output_tokens,
  })
  .refine(({ instructions, messages }) => Boolean(instructions) || messages.length > 0, {
    error: fieldRules.atLeastOneOf(["instructions", "messages"]),
  })
  .meta({ id: "PromptDefinition", description: "Texts with placeholders, and the fields that go with them." });

export type PromptDefinition = z.output<typeof promptDefinitionSchema>;
export type PromptVariable = PromptDefinition["variables"][number];

/** Prompt without the texts of its versions. */
export type StoredPrompt = {
  object: "prompt";
  id: string;
  name: string;
  description: string;
  visibility: PromptVisibility;
  team: string | null;
  owner: { id: string; name: string | null };
  /** False for one that this principal may only call and read. */
  editable: boolean;
  /** True for its owner and admins, who may also share and delete it. */
  owned: boolean;
  latest_version: number;
  /** Versions by label. */
  labels: Record<string, number>;
  created_at: number;
  updated_at: number;
};

/** Version without its texts. */
export type PromptVersionEntry = {
  version: number;
  note: string;
  author: { id: string; name: string };
  labels: string[];
  created_at: number;
};

export type PromptVersion = PromptVersionEntry & {
  object: "prompt_version";
  prompt: { id: string; name: string };
  definition: PromptDefinition;
};

/** Reply of `POST /api/prompts/import`. */
export type PromptImport = {
  object: "prompt_import";
  created: StoredPrompt[];
  /** Prompts of the file that were not stored; `detail` says which field is at fault. */
  skipped: { name: string; reason: PromptSkipReason; detail: string | null }[];
};
export type PromptSkipReason = "file" | "template" | "empty" | "content" | "invalid" | "name_taken" | "id_taken";

export type StoredPromptList = { object: "list"; data: StoredPrompt[]; has_more: boolean; next_cursor: string | null };
export type PromptVersionList = { object: "list"; data: PromptVersionEntry[]; has_more: boolean };
