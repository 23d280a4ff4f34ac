import { type PromptImport, promptDefinitionSchema } from "#lib/contract/stored-prompt.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { getOwner } from "#lib/gateway/request/principal.ts";
import { getPromptViewer } from "#lib/gateway/request/prompts.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { validate } from "#lib/http/validate.ts";
import { describePrompt } from "./describe-prompts.ts";
import { type ImportedPrompt, MOST_IMPORTED, readImport } from "./read-import.ts";
import { importSchema } from "./schema.ts";
import { createPromptId, LARGEST_BODY, toAuthor, writeDefinition } from "./write-prompts.ts";

/** Stores each prompt of the file that can be stored, and names the others. @throws GatewayError 400, 507 over the quota */
export async function importPrompts(context: RequestContext): Promise<EndpointResponse> {
  const { request, services, principal } = context;
  const { value } = await readJson(request, LARGEST_BODY);
  const { content } = validate(importSchema, value);
  const read = await readImport(content);
  if (!read) throw errors.promptImportUnreadable();
  const found = read.prompts.length + read.skipped.length;
  if (found > MOST_IMPORTED) throw errors.promptImportTooLarge({ limit: MOST_IMPORTED, got: found });
  const created: PromptImport["created"] = [];
  const skipped: PromptImport["skipped"] = read.skipped.map((entry) => ({ ...entry, detail: null }));
  const names = new Map([[getOwner(principal), principal.name]]);
  for (const prompt of read.prompts) {
    const { id = createPromptId(), name } = prompt;
    const definition = checkDefinition(prompt);
    if (typeof definition !== "string") {
      skipped.push({ name, reason: "invalid", detail: definition.message });
      continue;
    }
    const taken = await services.store.prompts.create(
      {
        ...{ keyId: getOwner(principal), id, name, description: prompt.description ?? "" },
        ...{ visibility: "private", team: null },
      },
      { definition, note: "", ...toAuthor(principal) },
    );
    if (taken) skipped.push({ name, reason: `${taken}_taken`, detail: null });
    else {
      const stored = await services.store.prompts.find(getPromptViewer(principal), { id });
      if (stored) created.push(describePrompt(stored, principal, names));
    }
  }
  if (created.length > 0) services.prompts.noteChange();
  const reply: PromptImport = { object: "prompt_import", created, skipped };
  return createJsonResponse(reply);
}

/** Returns the definition as it is stored, or what is wrong with it. */
function checkDefinition({ definition }: ImportedPrompt): string | GatewayError {
  try {
    return writeDefinition(validate(promptDefinitionSchema, definition));
  } catch (error) {
    if (GatewayError.isInstance(error)) return error;
    throw error;
  }
}
