/** Handlers that read prompts, and write requests of them. */
import type { z } from "zod";
import type { PromptVersionList, StoredPromptList } from "#lib/contract/stored-prompt.ts";
import { getDialect } from "#lib/dialects/all-dialects.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { fillPrompt } from "#lib/gateway/lanes/prompts/fill-prompt.ts";
import { convertPrompt } from "#lib/gateway/lanes/prompts/write-prompt-body.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { getPromptViewer } from "#lib/gateway/request/prompts.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { validate } from "#lib/http/validate.ts";
import { describePrompt, describeVersion, describeWholeVersion, readOwnerNames } from "./describe-prompts.ts";
import { findPrompt, findVersion } from "./find-prompt.ts";
import { CURSOR, type promptsQuery, renderSchema, type versionsQuery } from "./schema.ts";
import { LARGEST_BODY } from "./write-prompts.ts";

export async function listPrompts({
  services,
  principal,
  query: { limit, cursor, search },
}: RequestContext<Services, z.output<typeof promptsQuery>>): Promise<EndpointResponse> {
  const [, updatedAt, id] = CURSOR.exec(cursor ?? "") ?? [];
  const found = await services.store.prompts.list({
    viewer: getPromptViewer(principal),
    limit: limit + 1,
    search,
    ...(updatedAt && id ? { after: { updatedAt: Number(updatedAt), id } } : {}),
  });
  const page = found.slice(0, limit);
  const names = await readOwnerNames(page, principal, services.store);
  const last = found.length > limit ? page.at(-1) : undefined;
  const list: StoredPromptList = {
    object: "list",
    data: page.map((prompt) => describePrompt(prompt, principal, names)),
    has_more: last !== undefined,
    next_cursor: last ? `${last.updatedAt}.${last.id}` : null,
  };
  return createJsonResponse(list);
}

export async function readPrompt(context: RequestContext): Promise<EndpointResponse> {
  const { principal, services } = context;
  const prompt = await findPrompt(context);
  return createJsonResponse(
    describePrompt(prompt, principal, await readOwnerNames([prompt], principal, services.store)),
  );
}

export async function listVersions(
  context: RequestContext<Services, z.output<typeof versionsQuery>>,
): Promise<EndpointResponse> {
  const { limit, before } = context.query;
  const prompt = await findPrompt(context);
  const found = await context.services.store.prompts.listVersions(prompt, { limit: limit + 1, before });
  const list: PromptVersionList = {
    object: "list",
    data: found.slice(0, limit).map((row) => describeVersion(row, prompt)),
    has_more: found.length > limit,
  };
  return createJsonResponse(list);
}

export async function readVersion(context: RequestContext): Promise<EndpointResponse> {
  const prompt = await findPrompt(context);
  return createJsonResponse(describeWholeVersion(await findVersion(prompt, context.params.version, context), prompt));
}

export async function renderPrompt(context: RequestContext): Promise<EndpointResponse> {
  const prompt = await findPrompt(context);
  const { value } = await readJson(context.request, LARGEST_BODY);
  const { version, variables, api, model } = validate(renderSchema, value);
  const row = await findVersion(prompt, version, context);
  const { definition, labels, ...entry } = describeWholeVersion(row, prompt);
  const fields = fillPrompt({ name: prompt.name, version: row.version, definition }, variables, "variables");
  const named = model ?? definition.model;
  const { body, dropped } = convertPrompt(fields, { dialect: getDialect(api), model: named ?? "-" });
  const written: Record<string, unknown> = { ...body, model: named };
  if (!named) delete written.model;
  return createJsonResponse({
    object: "prompt_request",
    prompt: { id: prompt.id, name: prompt.name, version: entry.version },
    api,
    body: written,
    dropped: [...new Set(dropped)],
  });
}
