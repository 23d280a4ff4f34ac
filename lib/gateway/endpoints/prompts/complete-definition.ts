/** Completes the definition of a prompt before it is stored, and checks that a request can be made of it. */
import { listPlaceholders } from "#lib/contract/prompt-template.ts";
import type { PromptDefinition } from "#lib/contract/stored-prompt.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { listFileVariables, readValue } from "#lib/gateway/lanes/prompts/fill-prompt.ts";
import { errors } from "#lib/http/errors.ts";

/**
 * Returns the definition with a variable for each placeholder.
 * @param param place of the definition, for errors
 * @throws GatewayError 400
 */
export function completeDefinition(definition: PromptDefinition, param = "definition"): PromptDefinition {
  const { messages, instructions, variables, ...fields } = definition;
  const files = listFileVariables(definition);
  const requireNoFile = (text: string, place: string) => {
    const variable = listPlaceholders([text]).find((name) => files.has(name));
    if (variable !== undefined) throw errors.promptFileMisplaced({ param: place, variable });
  };
  requireNoFile(instructions ?? "", `${param}.instructions`);
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== "user") requireNoFile(content, `${param}.messages[${index}].content`);
  }
  for (const [index, variable] of variables.entries()) {
    if (variable.default === undefined || variable.default === null) continue;
    readValue(variable, variable.default, `${param}.variables[${index}].default`);
  }
  // Rules among the fields are those of a request.
  dialects["openai-responses"].parseRequest({ ...fields, model: fields.model ?? "-", input: "-" });
  const known = new Set(variables.map(({ name }) => name));
  const missing = listPlaceholders([instructions ?? "", ...messages.map(({ content }) => content)]).filter(
    (name) => !known.has(name),
  );
  return { ...definition, variables: [...variables, ...missing.map((name) => ({ name, type: "text" as const }))] };
}
