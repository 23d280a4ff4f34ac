/** `/api/storage`: what is stored, where, and how long, for keys with the scope "admin". */
import type { z } from "zod";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import * as operations from "./openapi.ts";
import { clearQuery, readBefore, readKind } from "./schema.ts";
import type { StorageServices } from "./storage-service.ts";

type AllStorageServices = Services & StorageServices;
type ClearContext = RequestContext<AllStorageServices, z.output<typeof clearQuery>>;

async function readStorage({ services }: RequestContext<AllStorageServices>): Promise<EndpointResponse> {
  return createJsonResponse(await services.storage.report());
}

async function previewClear({ services, params, query }: ClearContext): Promise<EndpointResponse> {
  return createJsonResponse(await services.storage.preview(readKind(params.kind), readBefore(query)));
}

async function clear(context: ClearContext): Promise<EndpointResponse> {
  const { services, params, query } = context;
  const kind = readKind(params.kind);
  const cut = await services.storage.clear(kind, readBefore(query));
  const changes = [
    { field: "before", from: null, to: new Date(cut.before).toISOString() },
    { field: "items", from: cut.items, to: 0 },
  ];
  await services.audit.record(context, { action: "storage.clear", target: { id: kind }, changes });
  return createJsonResponse(cut);
}

const one = { path: "/api/storage/{kind}", scope: "admin", query: clearQuery } as const;

export const storageEndpoints: readonly Endpoint<AllStorageServices>[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/storage",
    scope: "admin",
    operation: operations.readStorage,
    handle: readStorage,
  }),
  defineEndpoint({ method: "GET", ...one, operation: operations.previewClear, handle: previewClear }),
  defineEndpoint({ method: "DELETE", ...one, operation: operations.clearStorage, handle: clear }),
];
