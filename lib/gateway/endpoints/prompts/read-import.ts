/**
 * Reads prompts from files of other tools: a Promptfoo configuration in YAML or JSON, and OpenAI's prompts as JSON, each
 * as the body of a Responses request with the id and name that it had.
 */
import { isRecord } from "#lib/contract/is-record.ts";
import { PROMPT_ROLES, type PromptSkipReason } from "#lib/contract/stored-prompt.ts";

export type ImportedPrompt = {
  id?: string;
  name: string;
  description?: string;
  definition: Record<string, unknown>;
};

type ReadImport = {
  prompts: ImportedPrompt[];
  /** Prompts that could not be read, and the reasons. */
  skipped: { name: string; reason: PromptSkipReason }[];
};

/** Limit on the prompts of one file. */
export const MOST_IMPORTED = 200;
/** Bounds aliases of YAML, which could stand for far more text than the file has. */
const YAML_ALIASES = 100;

/** Returns undefined for a file of another kind. */
export async function readImport(content: string): Promise<ReadImport | undefined> {
  // Loaded with the first import: gateways that import no prompts save its memory.
  const { parse } = await import("yaml");
  let file: unknown;
  try {
    file = parse(content, { maxAliasCount: YAML_ALIASES });
  } catch {
    return undefined;
  }
  if (isRecord(file) && file.prompts !== undefined) return readPromptfoo(file);
  const list = Array.isArray(file) ? file : isRecord(file) && Array.isArray(file.data) ? file.data : [file];
  if (list.length === 0 || !list.every(isOpenAiPrompt)) return undefined;
  const read: ReadImport = { prompts: [], skipped: [] };
  for (const [index, prompt] of list.entries()) addOpenAiPrompt(read, prompt, index);
  return read;
}

function readPromptfoo({ prompts, providers, description }: Record<string, unknown>): ReadImport {
  const read: ReadImport = { prompts: [], skipped: [] };
  const list = Array.isArray(prompts) ? prompts : [prompts];
  const settings = readProviderSettings(Array.isArray(providers) ? providers[0] : providers);
  for (const [index, entry] of list.entries()) {
    const raw = isRecord(entry) ? (entry.raw ?? entry.id) : entry;
    const label = isRecord(entry) ? (entry.label ?? entry.display) : undefined;
    const name = toName(label, `promptfoo-${index + 1}`);
    const skip = (reason: ReadImport["skipped"][number]["reason"]) => void read.skipped.push({ name, reason });
    if (typeof raw !== "string" || raw.trim() === "") skip("empty");
    else if (/^(file|https?|python|exec):\/\/|^\S+\.(txt|json|md|j2|js|py|ya?ml)$/.test(raw.trim())) skip("file");
    else if (/\{%|\{\{[^}]*[|.([]/.test(raw)) skip("template");
    else {
      read.prompts.push({
        name,
        ...(typeof description === "string" ? { description: description.slice(0, 2_000) } : {}),
        definition: { ...settings, messages: readChat(raw) ?? [{ role: "user", content: raw }] },
      });
    }
  }
  return read;
}

/** A prompt may be a conversation as JSON. */
function readChat(raw: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(raw);
    if (!Array.isArray(value)) return undefined;
    const messages = value.flatMap((message) => (isRecord(message) ? readMessage(message) : []));
    return messages.length === value.length ? messages : undefined;
  } catch {
    return undefined;
  }
}

function readProviderSettings(provider: unknown): Record<string, unknown> {
  const config = isRecord(provider) && isRecord(provider.config) ? provider.config : {};
  const settings = {
    temperature: config.temperature,
    top_p: config.top_p,
    max_output_tokens: config.max_output_tokens ?? config.max_completion_tokens ?? config.max_tokens,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => typeof value === "number"));
}

function isOpenAiPrompt(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && [value.instructions, value.input, value.messages].some((field) => field != null);
}

const CARRIED = ["model", "temperature", "top_p", "max_output_tokens", "tools", "tool_choice", "text", "reasoning"];

function addOpenAiPrompt(read: ReadImport, value: Record<string, unknown>, index: number): void {
  const { id, prompt } = value;
  const knownId = [isRecord(prompt) ? prompt.id : undefined, id].find((one) => /^pmpt_[\w-]{1,100}$/.test(String(one)));
  const name = toName(value.name, knownId === undefined ? `openai-${index + 1}` : String(knownId));
  const listed = [value.instructions, value.messages ?? value.input].filter(Array.isArray).flat();
  const messages = listed.flatMap((item) => (isRecord(item) ? readMessage(item) : []));
  if (messages.length < listed.length) return void read.skipped.push({ name, reason: "content" });
  if (typeof value.input === "string") messages.push({ role: "user", content: value.input });
  const instructions = typeof value.instructions === "string" ? { instructions: value.instructions } : {};
  const fields = CARRIED.filter((field) => value[field] != null).map((field) => [field, value[field]]);
  read.prompts.push({
    ...(knownId === undefined ? {} : { id: String(knownId) }),
    name,
    definition: { ...Object.fromEntries(fields), ...instructions, messages },
  });
}

/** Returns nothing for a message with content that is no text. */
function readMessage({ role, content }: Record<string, unknown>): { role: string; content: string }[] {
  if (!PROMPT_ROLES.some((known) => known === role)) return [];
  const parts = Array.isArray(content) ? content : [content];
  const texts = parts.map((part) => (isRecord(part) ? part.text : part));
  return texts.every((text) => typeof text === "string") ? [{ role: String(role), content: texts.join("\n") }] : [];
}

/** Returns a name that prompts may have. */
function toName(given: unknown, otherwise: string): string {
  const text = typeof given === "string" ? given : "";
  const name = text
    .trim()
    .replace(/[^A-Za-z0-9._/-]+/g, "-")
    .slice(0, 100)
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, "");
  return name || otherwise;
}
