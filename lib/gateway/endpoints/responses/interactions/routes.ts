/** Endpoints of Google's Interactions API; a key can only read stored interactions of its own (wire-formats §14.1). */
import type { InteractionsRequest } from "#lib/contract/google-interactions/wire.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { isOwnId } from "#lib/dialects/google-interactions/index.ts";
import { handleCall } from "#lib/gateway/lanes/handle-call.ts";
import { defineEndpoint, type Endpoint } from "#lib/gateway/request/endpoint.ts";
import { API_VERSIONS, type ApiVersion } from "#lib/gateway/request/google-paths.ts";
import { makeResumable } from "#lib/gateway/request/resumable-endpoint.ts";
import type { ResponseServices } from "../background-responses.ts";
import { handleStoredCall } from "../handle-stored-call.ts";
import { interactionForm } from "./interaction-form.ts";
import * as operations from "./openapi.ts";
import { interactionQuery } from "./schema.ts";
import { cancelInteraction, deleteInteraction, readInteraction } from "./stored-interactions.ts";

const dialect = dialects["google-interactions"];
/** Fields that all of these endpoints share. */
const shared = { scope: "inference", dialect, loggedDialect: dialect.id } as const;

function interactionEndpointsOf(version: ApiVersion): readonly Endpoint<ResponseServices>[] {
  const all = `/${version}/interactions`;
  const one = `${all}/{interaction_id}`;
  const create = defineEndpoint<ResponseServices>({
    method: "POST",
    path: all,
    ...shared,
    dryRun: true,
    checkedByHooks: true,
    operation: operations.createInteraction(version),
    handle: (context) =>
      handleCall(context, {
        dialect,
        wrapLane: (call, run) => {
          const { backgroundResponses, sealer } = context.services;
          return handleStoredCall(call, run, { form: interactionForm, backgroundResponses, sealer });
        },
        needsGateway: (wire) => isStored(wire as InteractionsRequest),
        neverRelay: (wire) => isRunHere(wire as InteractionsRequest),
      }),
  });
  return [
    makeResumable(create, dialect),
    defineEndpoint({
      method: "GET",
      path: one,
      ...shared,
      query: interactionQuery,
      operation: operations.readInteraction(version),
      handle: readInteraction,
    }),
    defineEndpoint({
      method: "DELETE",
      path: one,
      ...shared,
      operation: operations.deleteInteraction(version),
      handle: deleteInteraction,
    }),
    defineEndpoint({
      method: "POST",
      path: `${one}/cancel`,
      ...shared,
      operation: operations.cancelInteraction(version),
      handle: cancelInteraction,
    }),
  ];
}

/** Returns true for an interaction that is stored, or that continues a stored one. */
function isStored({ store, background, previous_interaction_id: previous }: InteractionsRequest): boolean {
  return store !== false || background === true || typeof previous === "string";
}

/** Returns true for what an upstream cannot do for the client: it does not know ids of this gateway, nor its routes. */
function isRunHere({ background, previous_interaction_id: previous }: InteractionsRequest): boolean {
  return background === true || (typeof previous === "string" && isOwnId(previous));
}

export const interactionEndpoints: readonly Endpoint<ResponseServices>[] = API_VERSIONS.flatMap(interactionEndpointsOf);
