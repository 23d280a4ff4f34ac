/** `/api/prompts`: stored prompts with versions and labels. */
import { defineEndpoint, type Endpoint } from "#lib/gateway/request/endpoint.ts";
import { importPrompts } from "./import-prompts.ts";
import * as operations from "./openapi.ts";
import { listPrompts, listVersions, readPrompt, readVersion, renderPrompt } from "./read-prompts.ts";
import { promptsQuery, versionsQuery } from "./schema.ts";
import { createPrompt, createVersion, deletePrompt, removeLabel, setLabel, updatePrompt } from "./write-prompts.ts";

const ALL = "/api/prompts";
const ONE = `${ALL}/{prompt_id}`;
const VERSIONS = `${ONE}/versions`;
const LABEL = `${ONE}/labels/{label}`;

export const promptEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: ALL,
    scope: "view",
    query: promptsQuery,
    operation: operations.listPrompts,
    handle: listPrompts,
  }),
  defineEndpoint({
    method: "POST",
    path: ALL,
    scope: "inference",
    operation: operations.createPrompt,
    handle: createPrompt,
  }),
  defineEndpoint({
    method: "POST",
    path: `${ALL}/import`,
    scope: "inference",
    operation: operations.importPrompts,
    handle: importPrompts,
  }),
  defineEndpoint({ method: "GET", path: ONE, scope: "view", operation: operations.readPrompt, handle: readPrompt }),
  defineEndpoint({
    method: "PATCH",
    path: ONE,
    scope: "inference",
    operation: operations.updatePrompt,
    handle: updatePrompt,
  }),
  defineEndpoint({
    method: "DELETE",
    path: ONE,
    scope: "inference",
    operation: operations.deletePrompt,
    handle: deletePrompt,
  }),
  defineEndpoint({
    method: "GET",
    path: VERSIONS,
    scope: "view",
    query: versionsQuery,
    operation: operations.listVersions,
    handle: listVersions,
  }),
  defineEndpoint({
    method: "POST",
    path: VERSIONS,
    scope: "inference",
    operation: operations.createVersion,
    handle: createVersion,
  }),
  defineEndpoint({
    method: "GET",
    path: `${VERSIONS}/{version}`,
    scope: "view",
    operation: operations.readVersion,
    handle: readVersion,
  }),
  defineEndpoint({
    method: "PUT",
    path: LABEL,
    scope: "inference",
    operation: operations.setLabel,
    handle: setLabel,
  }),
  defineEndpoint({
    method: "DELETE",
    path: LABEL,
    scope: "inference",
    operation: operations.removeLabel,
    handle: removeLabel,
  }),
  defineEndpoint({
    method: "POST",
    path: `${ONE}/render`,
    scope: "view",
    operation: operations.renderPrompt,
    handle: renderPrompt,
  }),
];
