/** OpenAPI operations of realtime sessions. An upgrade is a `GET` that is answered with 101. */
import { z } from "zod";
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import { limitErrors } from "#lib/contract/errors/limits.ts";
import { routeErrors } from "#lib/contract/errors/routes.ts";
import { clientSecretRequest } from "#lib/contract/realtime/wire.ts";
import { JSON_ERRORS, KEY_ERRORS, MODEL_ERRORS, READ_ERRORS, UPSTREAM_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, json, MODEL_HEADERS, TAGS } from "#lib/openapi/operation-parts.ts";

const ROUTE_ERRORS = Object.keys(routeErrors) as ErrorName[];
const SOCKET_ERRORS: readonly ErrorName[] = ["webSocketRequired", "webSocketUnsupported", "tooManyWebSockets"];

export const openRealtime: Operation = {
  id: "openRealtime",
  tag: TAGS.realtime,
  summary: "Open a realtime session",
  description:
    "Opens a WebSocket of OpenAI's Realtime API. Messages pass in both directions as they are. The gateway connects the provider first, so that a wrong key, model or limit is an HTTP error. A browser sends its key as the subprotocol `openai-insecure-api-key.<key>`. An error of the model or the provider is an event for a browser, which hides the response to a handshake. Without an upgrade the answer is 426.",
  key: "bearer",
  isCall: true,
  parameters: [
    {
      name: "model",
      in: "query",
      description: "`<provider>/<model>`, an alias or a route.",
      schema: z.string().min(1),
      required: true,
      example: "openai/gpt-realtime",
    },
    {
      name: "intent",
      in: "query",
      description: "`transcription` for a session that only writes down what is said.",
      schema: z.string().min(1),
    },
  ],
  replies: { 101: { description: "The session is open.", headers: MODEL_HEADERS } },
  errors: [
    ...READ_ERRORS,
    ...MODEL_ERRORS,
    ...ROUTE_ERRORS,
    ...SOCKET_ERRORS,
    "realtimeModelMissing",
    "realtimeCallUnsupported",
    "providerLacksRoute",
    ...UPSTREAM_ERRORS,
  ],
};

const LIVE_IDS = { v1: "V1", v1alpha: "Alpha", v1beta: "" } as const;

export const openLive = (version: keyof typeof LIVE_IDS): Operation => ({
  id: `openLive${LIVE_IDS[version]}`,
  tag: TAGS.realtime,
  summary: "Open a session of the Live API",
  description:
    "Opens a WebSocket of Google's Live API. The first message, `setup`, names the model; the gateway then connects the provider, and passes messages in both directions as they are. Errors after the upgrade are in the close frame: 1007 for a wrong message, 1008 for what the key may not do, 1011 for the provider.",
  key: "providerApiKey",
  replies: { 101: { description: "The session is open." } },
  errors: [...READ_ERRORS, ...SOCKET_ERRORS, ...(Object.keys(limitErrors) as ErrorName[])],
});

const clientSecret = z
  .looseObject({ value: z.string().describe("Secret for a client, which is no key of this gateway.") })
  .meta({ id: "ClientSecret" });

export const createClientSecret: Operation = {
  id: "createRealtimeClientSecret",
  tag: TAGS.realtime,
  summary: "Create a client secret",
  description:
    "Creates a short-lived secret at a provider of OpenAI's API. A browser opens a session with it at the provider itself: nothing of that session is counted or logged here, so a key with limits on models, tokens or money gets none.",
  key: "bearer",
  isCall: true,
  body: json(clientSecretRequest, {
    session: example("A session", { session: { type: "realtime", model: "openai/gpt-realtime" } }),
  }),
  replies: {
    200: { description: "The secret.", headers: MODEL_HEADERS, content: json(clientSecret) },
  },
  errors: [
    ...KEY_ERRORS,
    ...JSON_ERRORS,
    ...MODEL_ERRORS,
    ...ROUTE_ERRORS,
    "clientSecretOfLimitedKey",
    "providerLacksRoute",
    ...UPSTREAM_ERRORS,
  ],
};
