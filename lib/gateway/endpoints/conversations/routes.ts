/** `/api/conversations`: conversations and presets of the playground, stored for their owner. */
import { defineEndpoint, type Endpoint } from "#lib/gateway/request/endpoint.ts";
import { exportAll, importAll } from "./files.ts";
import * as handlers from "./handlers.ts";
import * as operations from "./openapi.ts";
import { changesQuery, exportQuery, listQuery } from "./schema.ts";

const ALL = "/api/conversations";
const ONE = `${ALL}/{conversation_id}`;

export const conversationEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...{ method: "GET", path: ALL, scope: "view" },
    query: listQuery,
    operation: operations.list,
    handle: handlers.list,
  }),
  defineEndpoint({
    ...{ method: "GET", path: `${ALL}/changes`, scope: "view" },
    query: changesQuery,
    operation: operations.listChanges,
    handle: handlers.listChanges,
  }),
  defineEndpoint({
    ...{ method: "GET", path: `${ALL}/export`, scope: "view" },
    query: exportQuery,
    operation: operations.exportAll,
    handle: exportAll,
  }),
  defineEndpoint({
    ...{ method: "POST", path: `${ALL}/import`, scope: "inference" },
    operation: operations.importAll,
    handle: importAll,
  }),
  defineEndpoint({
    ...{ method: "GET", path: ONE, scope: "view" },
    operation: operations.read,
    handle: handlers.read,
  }),
  defineEndpoint({
    ...{ method: "PUT", path: ONE, scope: "inference" },
    operation: operations.write,
    handle: handlers.write,
  }),
  defineEndpoint({
    ...{ method: "PATCH", path: ONE, scope: "inference" },
    operation: operations.change,
    handle: handlers.change,
  }),
  defineEndpoint({
    ...{ method: "DELETE", path: ONE, scope: "inference" },
    operation: operations.remove,
    handle: handlers.remove,
  }),
  defineEndpoint({
    ...{ method: "POST", path: `${ONE}/restore`, scope: "inference" },
    operation: operations.restore,
    handle: handlers.restore,
  }),
];
