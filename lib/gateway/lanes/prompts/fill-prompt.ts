/** Fills the placeholders of a stored prompt, and writes it as fields of a Responses request. */
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { parseTemplate } from "#lib/contract/prompt-template.ts";
import type { PromptDefinition, PromptVariable } from "#lib/contract/stored-prompt.ts";
import type { FoundPrompt } from "#lib/gateway/request/prompts.ts";
import { errors } from "#lib/http/errors.ts";

export type ResponsesFields = Record<string, unknown>;

type FilePart = { type: "input_image" | "input_file"; [field: string]: unknown };
type Filled = string | FilePart;

/**
 * @param values values of the call by the names of variables
 * @param param place of the values, for errors
 * @throws GatewayError 400 that names the variable
 */
export function fillPrompt(
  { name, version, definition }: Pick<FoundPrompt, "name" | "version" | "definition">,
  values: Readonly<Record<string, unknown>>,
  param: string,
): ResponsesFields {
  const prompt = `${name}@${version}`;
  const { messages, variables, instructions, ...fields } = definition;
  const known = variables.map((variable) => variable.name);
  const unknown = Object.keys(values).find((name) => !known.includes(name));
  if (unknown !== undefined) throw errors.promptVariableUnknown({ param: `${param}.${unknown}`, prompt, known });
  const filled = new Map<string, Filled>();
  for (const variable of variables) {
    const place = `${param}.${variable.name}`;
    const value = values[variable.name] ?? variable.default;
    if (value === undefined || value === null) {
      throw errors.promptVariableMissing({ param: place, prompt, variable: variable.name });
    }
    filled.set(variable.name, readValue(variable, value, place));
  }
  const input = messages.map(({ role, content }) => ({
    type: "message",
    role,
    content: fillContent(content, filled),
  }));
  const set = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return {
    ...Object.fromEntries(set),
    ...(instructions ? { instructions: fillText(instructions, filled) } : {}),
    ...(input.length > 0 ? { input } : {}),
  };
}

/** @throws GatewayError 400 for a value of another type */
export function readValue({ type, choices }: PromptVariable, value: unknown, param: string): Filled {
  // OpenAI's own clients may wrap a text.
  const plain = isRecord(value) && value.type === "input_text" ? value.text : value;
  const refuse = (rule: string) => errors.invalidValue({ param, rule });
  switch (type) {
    case "text":
      if (typeof plain === "string") return plain;
      if (typeof plain === "number" || typeof plain === "boolean") return String(plain);
      throw refuse(fieldRules.type(["a string"]));
    case "number": {
      const isNumber = typeof plain === "number" || (typeof plain === "string" && plain.trim() !== "");
      if (!isNumber || !Number.isFinite(Number(plain))) throw refuse(fieldRules.type(["a number"]));
      return String(plain).trim();
    }
    case "choice":
      if (typeof plain === "string" && choices?.includes(plain)) return plain;
      throw refuse(fieldRules.value(choices ?? []));
    case "file": {
      const file = readFile(value);
      if (!file) throw refuse(fieldRules.promptFile);
      return file;
    }
  }
}

function readFile(value: unknown): FilePart | undefined {
  if (isRecord(value) && (value.type === "input_image" || value.type === "input_file")) {
    return value as FilePart;
  }
  if (typeof value !== "string" || value === "") return undefined;
  if (/^data:image\//i.test(value)) return { type: "input_image", image_url: value };
  if (/^data:/i.test(value)) return { type: "input_file", filename: "file", file_data: value };
  if (/^https?:\/\//i.test(value)) return { type: "input_file", file_url: value };
  return { type: "input_file", file_id: value };
}

function fillText(template: string, values: ReadonlyMap<string, Filled>): string {
  return parseTemplate(template)
    .map((part) => ("name" in part ? String(values.get(part.name) ?? "") : part.text))
    .join("");
}

/** Returns a text; parts where a file takes the place of one. */
function fillContent(template: string, values: ReadonlyMap<string, Filled>): string | FilePart[] {
  const pieces = parseTemplate(template).map((part) => ("name" in part ? (values.get(part.name) ?? "") : part.text));
  if (pieces.every((piece) => typeof piece === "string")) return pieces.join("");
  const parts: ({ type: "input_text"; text: string } | FilePart)[] = [];
  for (const piece of pieces) {
    const last = parts.at(-1);
    if (typeof piece !== "string") parts.push(piece);
    else if (last?.type === "input_text") last.text += piece;
    else if (piece !== "") parts.push({ type: "input_text", text: piece });
  }
  return parts as FilePart[];
}

/** Names of the variables whose values are files. */
export function listFileVariables({ variables }: Pick<PromptDefinition, "variables">): Set<string> {
  return new Set(variables.filter(({ type }) => type === "file").map(({ name }) => name));
}
