/**
 * Every route of the gateway: what answers it, and what the OpenAPI document says of it. Both the router and the document
 * are made from this one table.
 */
import type { Dialect } from "#lib/dialects/dialect.ts";
import { countings } from "./countings.ts";
import { dialects } from "./dialects.ts";
import { exchangeRoutes } from "./exchanges/exchange-routes.ts";
import { keepable } from "./exchanges/keepable.ts";
import { filesRoutes } from "./files-routes.ts";
import { createRouter } from "./find-route.ts";
import { modelRoutes } from "./google-routes.ts";
import { handleCall } from "./handle-call.ts";
import { handleCount } from "./handle-count.ts";
import { handleImages } from "./handle-images.ts";
import { healthz, readyz } from "./health-route.ts";
import { keyRoutes } from "./keys/key-routes.ts";
import { requireMessagesVersion } from "./messages-version.ts";
import { createDocumentHandler } from "./openapi-route.ts";
import { createChatCompletion } from "./operations/chat.ts";
import * as images from "./operations/images.ts";
import { countMessageTokens, createMessage } from "./operations/messages.ts";
import { countResponseTokens, createResponse } from "./operations/responses.ts";
import * as service from "./operations/service.ts";
import * as session from "./operations/session.ts";
import * as usage from "./operations/usage.ts";
import { readImageContent } from "./read-image-content.ts";
import { imagesDialect } from "./relay-images.ts";
import { requestRoutes } from "./requests/request-routes.ts";
import { storedResponseRoutes } from "./responses-routes.ts";
import type { Handler, RouteEntry } from "./route.ts";
import { readSession, signIn, signOut } from "./session-route.ts";
import { shareRoutes } from "./shares/share-routes.ts";
import { readUsage } from "./usage/usage-route.ts";
import { videoRoutes } from "./videos/video-routes.ts";

const chat = dialects["openai-chat"];
const responses = dialects["openai-responses"];
const messages = dialects["anthropic-messages"];

/** Of several that match, the first one answers. */
export const routes: readonly RouteEntry[] = [
  {
    path: "/v1/chat/completions",
    dialect: chat,
    methods: { POST: keepable({ handler: callIn(chat), operation: createChatCompletion }, chat) },
  },
  {
    path: "/v1/responses",
    dialect: responses,
    methods: { POST: keepable({ handler: callIn(responses), operation: createResponse }, responses) },
  },
  {
    path: "/v1/responses/input_tokens",
    dialect: responses,
    methods: { POST: { handler: countIn("openai-responses"), operation: countResponseTokens } },
  },
  ...storedResponseRoutes,
  {
    path: "/v1/messages",
    dialect: messages,
    methods: { POST: keepable({ handler: versioned(callIn(messages)), operation: createMessage }, messages) },
  },
  {
    path: "/v1/messages/count_tokens",
    dialect: messages,
    methods: { POST: { handler: versioned(countIn("anthropic-messages")), operation: countMessageTokens } },
  },
  {
    path: "/v1/images/generations",
    dialect: chat,
    methods: { POST: keepable({ handler: handleImages("generate"), operation: images.generateImages }, imagesDialect) },
  },
  {
    path: "/v1/images/edits",
    dialect: chat,
    methods: { POST: keepable({ handler: handleImages("edit"), operation: images.editImages }, imagesDialect) },
  },
  {
    path: "/v1/images/content/{name}",
    dialect: chat,
    methods: { GET: { handler: readImageContent, operation: images.readImage } },
  },
  // Before the routes of models, whose names may have slashes.
  ...videoRoutes,
  ...modelRoutes,
  ...filesRoutes,
  {
    path: "/api/session",
    dialect: chat,
    methods: {
      GET: { handler: readSession, operation: session.readSession },
      POST: { handler: signIn, operation: session.signIn },
      DELETE: { handler: signOut, operation: session.signOut },
    },
  },
  ...keyRoutes,
  { path: "/api/usage", dialect: chat, methods: { GET: { handler: readUsage, operation: usage.readUsage } } },
  ...shareRoutes,
  ...exchangeRoutes,
  ...requestRoutes,
  {
    path: "/healthz",
    dialect: chat,
    methods: { GET: { handler: healthz, operation: service.healthz } },
    whileDraining: true,
  },
  {
    path: "/readyz",
    dialect: chat,
    methods: { GET: { handler: readyz, operation: service.readyz } },
    whileDraining: true,
  },
  {
    path: "/openapi.json",
    dialect: chat,
    methods: { GET: { handler: createDocumentHandler(() => routes), operation: service.readDocument } },
  },
];

/** Undefined for a path that is no route. @throws GatewayError 400 for a path that is not well percent-encoded */
export const findRoute = createRouter(routes);

function callIn(dialect: Dialect): Handler {
  return (exchange, runtime, record) => handleCall({ exchange, runtime, record, dialect });
}

function countIn(dialect: keyof typeof countings): Handler {
  return (exchange, runtime, record) => handleCount({ exchange, runtime, record, counting: countings[dialect] });
}

function versioned(handler: Handler): Handler {
  return (exchange, runtime, record, parameters) =>
    handler(requireMessagesVersion(exchange), runtime, record, parameters);
}
