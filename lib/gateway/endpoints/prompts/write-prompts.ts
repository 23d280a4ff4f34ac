/** Handlers that create and change prompts. */

import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import {
  LARGEST_DEFINITION,
  PROMPT_LIMITS,
  type PromptDefinition,
  type PromptVisibility,
} from "#lib/contract/stored-prompt.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { Principal } from "#lib/gateway/request/key-ring.ts";
import { getOwner } from "#lib/gateway/request/principal.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";
import { createRandomName } from "#lib/media/create-random-name.ts";
import type { PromptRecord } from "#lib/store/prompts/prompt-record.ts";
import { completeDefinition } from "./complete-definition.ts";
import { describePrompt, describeWholeVersion, readOwnerNames } from "./describe-prompts.ts";
import { findEditablePrompt, findOwnPrompt, findPrompt, findVersion } from "./find-prompt.ts";
import { createPromptSchema, createVersionSchema, readLabel, setLabelSchema, updatePromptSchema } from "./schema.ts";

/** Limit on a body: a definition in bytes, and what is around it. */
export const LARGEST_BODY = 4 * LARGEST_DEFINITION;
const SMALL_BODY = 16_384;

export const createPromptId = (): string => `pmpt_${createRandomName(32)}`;

export async function createPrompt(context: RequestContext): Promise<EndpointResponse> {
  const { request, services, principal } = context;
  const { value } = await readJson(request, LARGEST_BODY);
  const {
    id = createPromptId(),
    name,
    description,
    visibility,
    note,
    definition,
  } = validate(createPromptSchema, value);
  const taken = await services.store.prompts.create(
    { keyId: getOwner(principal), id, name, description, ...share(visibility, principal) },
    { definition: writeDefinition(definition), note, ...toAuthor(principal) },
  );
  if (taken === "id") throw errors.promptIdTaken({ id });
  if (taken === "name") throw errors.promptNameTaken({ name });
  services.prompts.noteChange();
  return respondWithPrompt({ ...context, params: { prompt_id: id } }, 201);
}

export async function updatePrompt(context: RequestContext): Promise<EndpointResponse> {
  const { request, services, principal } = context;
  const prompt = await findOwnPrompt(context, "change its name or who sees it");
  const { value } = await readJson(request, SMALL_BODY);
  const { visibility, name, description } = validate(updatePromptSchema, value);
  const isNew = visibility !== undefined && visibility !== prompt.visibility;
  const isChanged = await services.store.prompts.change(prompt, {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(isNew ? share(visibility, principal) : {}),
  });
  if (!isChanged) throw errors.promptNameTaken({ name: name ?? prompt.name });
  services.prompts.noteChange();
  return respondWithPrompt(context);
}

export async function deletePrompt(context: RequestContext): Promise<EndpointResponse> {
  const { services } = context;
  const prompt = await findOwnPrompt(context, "delete it");
  await services.store.prompts.remove(prompt);
  services.prompts.noteChange();
  return createJsonResponse({ id: prompt.id, object: "prompt", deleted: true });
}

export async function createVersion(context: RequestContext): Promise<EndpointResponse> {
  const { request, services, principal } = context;
  const prompt = await findEditablePrompt(context);
  const { value } = await readJson(request, LARGEST_BODY);
  const { base_version: base, note, definition } = validate(createVersionSchema, value);
  if (base >= PROMPT_LIMITS.versions) throw errors.promptVersionsExceeded({ limit: PROMPT_LIMITS.versions });
  const version = await services.store.prompts.addVersion(prompt, {
    base,
    definition: writeDefinition(definition),
    note,
    ...toAuthor(principal),
  });
  if (version === undefined) {
    const { latestVersion } = await findPrompt(context);
    throw errors.promptChanged({ latest: latestVersion, base });
  }
  services.prompts.noteChange();
  const row = await findVersion(prompt, String(version), context);
  return createJsonResponse(describeWholeVersion(row, prompt), {}, 201);
}

export async function setLabel(context: RequestContext): Promise<EndpointResponse> {
  const { request, services, params } = context;
  const prompt = await findEditablePrompt(context);
  const label = readLabel(params.label);
  const { value } = await readJson(request, SMALL_BODY);
  const { version } = validate(setLabelSchema, value);
  await findVersion(prompt, String(version), context);
  const labels = new Set([...Object.keys(prompt.labels), label]);
  if (labels.size > PROMPT_LIMITS.labels) {
    throw errors.invalidValue({
      param: "label",
      rule: fieldRules.promptLabels(PROMPT_LIMITS.labels),
    });
  }
  await services.store.prompts.setLabel(prompt, label, version);
  services.prompts.noteChange();
  return respondWithPrompt(context);
}

export async function removeLabel(context: RequestContext): Promise<EndpointResponse> {
  const { services, params } = context;
  const prompt = await findEditablePrompt(context);
  const label = params.label ?? "";
  if (!(await services.store.prompts.removeLabel(prompt, label))) {
    throw errors.promptLabelNotFound({ name: prompt.name, label });
  }
  services.prompts.noteChange();
  return respondWithPrompt(context);
}

async function respondWithPrompt(context: RequestContext, status = 200): Promise<EndpointResponse> {
  const { principal, services } = context;
  const prompt = await findPrompt(context);
  const names = await readOwnerNames([prompt], principal, services.store);
  return createJsonResponse(describePrompt(prompt, principal, names), {}, status);
}

/** @throws GatewayError 400 or 403 when the principal can't share in this way */
function share(visibility: PromptVisibility, principal: Principal): Pick<PromptRecord, "visibility" | "team"> {
  if (visibility === "everyone" && !principal.scopes.includes("admin")) throw errors.promptEveryoneNeedsAdmin();
  if (visibility !== "team") return { visibility, team: null };
  if (principal.group === undefined) throw errors.promptTeamMissing();
  return { visibility, team: principal.group };
}

/** @throws GatewayError 400 */
export function writeDefinition(definition: PromptDefinition): string {
  return JSON.stringify(completeDefinition(definition));
}

export function toAuthor(principal: Principal): { authorId: string; authorName: string } {
  return { authorId: getOwner(principal), authorName: principal.name };
}
