/** Every endpoint of the gateway: the table for the router, the OpenAPI document, Next's rewrites and a test. */
import { alertEndpoints } from "../endpoints/alerts/routes.ts";
import { audioEndpoints } from "../endpoints/audio/routes.ts";
import { auditEndpoints } from "../endpoints/audit/routes.ts";
import { batchEndpoints } from "../endpoints/batches/routes.ts";
import { callEndpoints } from "../endpoints/calls/routes.ts";
import { conversationEndpoints } from "../endpoints/conversations/routes.ts";
import { doctorEndpoints } from "../endpoints/doctor/routes.ts";
import { embeddingEndpoints } from "../endpoints/embeddings/routes.ts";
import { evaluationEndpoints } from "../endpoints/evaluations/routes.ts";
import { fileEndpoints } from "../endpoints/files/routes.ts";
import { imageEndpoints } from "../endpoints/images/routes.ts";
import { keyEndpoints } from "../endpoints/keys/routes.ts";
import { liveLinkEndpoints } from "../endpoints/live-links/routes.ts";
import { mcpEndpoints } from "../endpoints/mcp/routes.ts";
import { modelRouteEndpoints } from "../endpoints/model-routes/routes.ts";
import { modelEndpoints } from "../endpoints/models/routes.ts";
import { passThroughEndpoints } from "../endpoints/pass-through/routes.ts";
import { peopleEndpoints } from "../endpoints/people/routes.ts";
import { promptEndpoints } from "../endpoints/prompts/routes.ts";
import { providerEndpoints } from "../endpoints/providers/routes.ts";
import { realtimeEndpoints } from "../endpoints/realtime/routes.ts";
import { relayedEndpoints } from "../endpoints/relayed-routes/routes.ts";
import { requestLogEndpoints } from "../endpoints/request-log/routes.ts";
import { interactionEndpoints } from "../endpoints/responses/interactions/routes.ts";
import { responseEndpoints } from "../endpoints/responses/routes.ts";
import { resumableEndpoints } from "../endpoints/resumable/routes.ts";
import { serviceEndpoints } from "../endpoints/service/routes.ts";
import { browserSessionEndpoints } from "../endpoints/session/browser-sessions.ts";
import { providerSignInEndpoints } from "../endpoints/session/provider/routes.ts";
import { sessionEndpoints } from "../endpoints/session/routes.ts";
import { shareEndpoints } from "../endpoints/shares/routes.ts";
import { storageEndpoints } from "../endpoints/storage/routes.ts";
import { usageEndpoints } from "../endpoints/usage/routes.ts";
import { videoEndpoints } from "../endpoints/videos/routes.ts";
import type { Endpoint } from "../request/endpoint.ts";
import { createRouter } from "./find-route.ts";
import { documentEndpoint } from "./openapi.ts";
import type { AllServices } from "./services.ts";

/** The first endpoint that matches a path handles it. */
export const endpoints: readonly Endpoint<AllServices>[] = [
  ...callEndpoints,
  ...responseEndpoints,
  ...interactionEndpoints,
  ...embeddingEndpoints,
  ...audioEndpoints,
  ...relayedEndpoints,
  ...realtimeEndpoints,
  ...batchEndpoints,
  ...passThroughEndpoints,
  ...imageEndpoints,
  // Before the model endpoints, since model names may have slashes.
  ...videoEndpoints,
  ...modelEndpoints,
  ...fileEndpoints,
  ...sessionEndpoints,
  ...providerSignInEndpoints,
  ...browserSessionEndpoints,
  ...peopleEndpoints,
  ...keyEndpoints,
  ...providerEndpoints,
  ...doctorEndpoints,
  ...modelRouteEndpoints,
  ...usageEndpoints,
  ...storageEndpoints,
  ...auditEndpoints,
  ...alertEndpoints,
  ...promptEndpoints,
  ...mcpEndpoints,
  ...shareEndpoints,
  ...liveLinkEndpoints,
  ...evaluationEndpoints,
  ...conversationEndpoints,
  ...resumableEndpoints,
  ...requestLogEndpoints,
  ...serviceEndpoints,
  documentEndpoint(() => endpoints),
];

/** Paths that open a WebSocket. */
export const webSocketPaths: ReadonlySet<string> = new Set(
  endpoints.filter(({ webSocket }) => webSocket).map(({ path }) => path),
);

/** Returns undefined for an unknown path. @throws GatewayError 400 for invalid percent-encoding */
export const findRoute = createRouter(endpoints);

/** First segments of the gateway's paths at the root, in addition to everything under `/api`. */
export const rootSegments: readonly string[] = [
  ...new Set(endpoints.map(({ path }) => path.split("/")[1] as string).filter((segment) => segment !== "api")),
];
