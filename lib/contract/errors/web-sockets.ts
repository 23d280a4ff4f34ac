/** Errors of connections by WebSocket, and of the messages on them. */
import { defineErrors } from "./define-errors.ts";
import { code, count, quote } from "./wording.ts";

export const webSocketErrors = defineErrors({
  webSocketRequired: {
    status: 426,
    code: "websocket_required",
    headers: { upgrade: "websocket" },
    message: ({ path }: { path: string }) =>
      `${code(`GET ${path}`)} opens a WebSocket: connect by \`ws://\` or \`wss://\`, or send a \`POST\`. A gateway that runs by \`next start\` has no WebSockets; run it by \`npm start\`.`,
    sample: { path: "/v1/responses" },
  },
  webSocketUnsupported: {
    status: 501,
    code: "websocket_unsupported",
    message:
      "This server can't open WebSockets: it runs by `next start`. Run the gateway by `npm start`, or send the request over HTTP.",
  },
  tooManyWebSockets: {
    status: 429,
    code: "too_many_websockets",
    headers: { "retry-after": "5" },
    message: ({ limit, ofKey }: { limit: number; ofKey: boolean }) =>
      `Too many open WebSockets (limit ${count(limit)}${ofKey ? " for one key" : ""}). Close some, or try again later.`,
    sample: { limit: 100, ofKey: true },
  },
  socketMessageNotText: {
    status: 400,
    code: "invalid_message",
    message: "WebSocket messages must be text with one JSON object; got a binary message.",
  },
  socketEventUnknown: {
    status: 400,
    code: "unknown_event_type",
    param: "type",
    message: '`type` must be "response.create": it is the only event that clients send.',
  },
  streamIdInvalid: {
    status: 400,
    code: "invalid_stream_id",
    param: "stream_id",
    message: "`stream_id` must be 1 to 256 letters, digits, underscores, hyphens and periods.",
  },
  streamIdsExceeded: {
    status: 400,
    code: "websocket_stream_limit_reached",
    param: "stream_id",
    message: ({ limit }: { limit: number }) =>
      `Too many different values of \`stream_id\` on this WebSocket (limit ${count(limit)}). Use one of them again, or open another WebSocket.`,
    sample: { limit: 32 },
  },
  socketQueueFull: {
    status: 429,
    code: "websocket_queue_full",
    message: ({ limit }: { limit: number }) =>
      `Too many unfinished messages on this WebSocket (limit ${count(limit)}). Send more when a response has ended.`,
    sample: { limit: 64 },
  },
  socketExpired: {
    status: 400,
    code: "websocket_connection_limit_reached",
    message: ({ minutes }: { minutes: number }) =>
      `This WebSocket has reached its limit of ${count(minutes)} minutes. Open another one to go on.`,
    sample: { minutes: 60 },
  },
  realtimeModelMissing: {
    status: 400,
    code: "missing_parameter",
    param: "model",
    message: "Query parameter `model` must name the model of the session, as `<provider>/<model>`.",
  },
  realtimeCallUnsupported: {
    status: 400,
    code: "unsupported_parameter",
    param: "call_id",
    message: "`call_id` is not supported: the gateway knows no call of a provider. Open a session with `model`.",
  },
  realtimeModelChanged: {
    status: 400,
    code: "invalid_value",
    param: "session.model",
    message: ({ model }: { model: string }) =>
      `\`session.model\` must be the model of this session, ${quote(model)}. Open another session for another model.`,
    sample: { model: "openai/gpt-realtime" },
  },
  realtimeSetupMissing: {
    status: 400,
    code: "missing_parameter",
    param: "setup.model",
    message: "The first message must be JSON with `setup.model`, which names the model of the session.",
  },
  realtimeIdle: {
    status: 408,
    code: "session_idle",
    message: ({ minutes }: { minutes: number }) =>
      `The session had no message for ${count(minutes)} minutes. Open another one to go on.`,
    sample: { minutes: 15 },
  },
  clientSecretOfLimitedKey: {
    status: 403,
    code: "route_not_allowed",
    message:
      "This key or its group has limits on models, tokens or money, which do not hold in a session that a client opens with a secret of the provider. Open the session at `/v1/realtime`.",
  },
  backgroundOverSocket: {
    status: 400,
    code: "unsupported_parameter",
    param: "background",
    message: "`background` is not supported over a WebSocket. Send the request over HTTP.",
  },
  calledItemNotFound: {
    status: 400,
    code: "tool_call_not_found",
    message: ({ param }: { param: string }) =>
      `${code(param)} names no tool call of the conversation. Send the output of a call that the model made.`,
    sample: { param: "input[0].call_id" },
  },
});
