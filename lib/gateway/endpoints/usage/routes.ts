/** `GET /api/usage`. */
import { dialects } from "#lib/dialects/all-dialects.ts";
import { defineEndpoint, type Endpoint } from "#lib/gateway/request/endpoint.ts";
import { readUsage } from "./handler.ts";
import * as operations from "./openapi.ts";
import { usageQuery } from "./schema.ts";

export const usageEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/usage",
    scope: "view",
    dialect: dialects["openai-chat"],
    query: usageQuery,
    operation: operations.readUsage,
    handle: readUsage,
  }),
];
