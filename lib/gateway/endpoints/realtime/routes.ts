/** Endpoints of realtime sessions (wire-formats §12). */
import { dialects } from "#lib/dialects/all-dialects.ts";
import { defineEndpoint, type Endpoint } from "#lib/gateway/request/endpoint.ts";
import { createClientSecret, REALTIME } from "./client-secrets.ts";
import { openLive } from "./open-live.ts";
import { openRealtime } from "./open-realtime.ts";
import * as operations from "./openapi.ts";
import type { RealtimeServices } from "./realtime-sessions.ts";

const LIVE = "google-live";

const liveEndpoint = (version: "v1" | "v1alpha" | "v1beta"): Endpoint<RealtimeServices> =>
  defineEndpoint<RealtimeServices>({
    method: "GET",
    path: `/ws/google.ai.generativelanguage.${version}.GenerativeService.BidiGenerateContent`,
    scope: "inference",
    dialect: dialects["google-generate"],
    loggedDialect: LIVE,
    webSocket: "call",
    operation: operations.openLive(version),
    handle: openLive,
  });

export const realtimeEndpoints: readonly Endpoint<RealtimeServices>[] = [
  defineEndpoint<RealtimeServices>({
    method: "GET",
    path: "/v1/realtime",
    scope: "inference",
    dialect: dialects["openai-chat"],
    loggedDialect: REALTIME,
    webSocket: "call",
    operation: operations.openRealtime,
    handle: openRealtime,
  }),
  defineEndpoint<RealtimeServices>({
    method: "POST",
    path: "/v1/realtime/client_secrets",
    scope: "inference",
    dialect: dialects["openai-chat"],
    loggedDialect: REALTIME,
    dryRun: true,
    operation: operations.createClientSecret,
    handle: createClientSecret,
  }),
  liveEndpoint("v1"),
  liveEndpoint("v1beta"),
  liveEndpoint("v1alpha"),
];
