/** The list of all errors that the gateway can return, by name. */
import { authenticationErrors } from "./authentication.ts";
import { batchErrors } from "./batches.ts";
import { conversationErrors } from "./conversations.ts";
import { evaluationErrors } from "./evaluations.ts";
import { fieldErrors } from "./fields.ts";
import { fileErrors } from "./files.ts";
import { formErrors } from "./forms.ts";
import { hookErrors } from "./hooks.ts";
import { imageFieldErrors } from "./image-fields.ts";
import { imageErrors } from "./images.ts";
import { interactionErrors } from "./interactions.ts";
import { limitErrors } from "./limits.ts";
import { liveLinkErrors } from "./live-links.ts";
import { mcpErrors } from "./mcp.ts";
import { mcpSignInErrors } from "./mcp-sign-in.ts";
import { messageErrors } from "./messages.ts";
import { modelErrors } from "./models.ts";
import { promptErrors } from "./prompts.ts";
import { providerErrors } from "./providers.ts";
import { recordingErrors } from "./recordings.ts";
import { renderingErrors } from "./rendering.ts";
import { requestBodyErrors } from "./request-body.ts";
import { responseErrors } from "./responses.ts";
import { routeErrors } from "./routes.ts";
import { sandboxErrors } from "./sandbox.ts";
import { serverErrors } from "./server.ts";
import { shareErrors } from "./shares.ts";
import { storageErrors } from "./storage.ts";
import { upstreamReplyErrors } from "./upstream-replies.ts";
import { upstreamVideoErrors } from "./upstream-videos.ts";
import { upstreamErrors } from "./upstreams.ts";
import { videoTaskErrors } from "./video-tasks.ts";
import { videoErrors } from "./videos.ts";
import { webSocketErrors } from "./web-sockets.ts";

/** Errors by subject, in the order of the guide. */
export const errorsBySubject = {
  Authentication: authenticationErrors,
  "Limits and budgets": limitErrors,
  Hooks: hookErrors,
  "Request bodies": requestBodyErrors,
  Fields: fieldErrors,
  Forms: formErrors,
  Models: modelErrors,
  "Recorded responses": recordingErrors,
  Routes: routeErrors,
  Messages: messageErrors,
  Responses: responseErrors,
  Interactions: interactionErrors,
  WebSockets: webSocketErrors,
  Prompts: promptErrors,
  Batches: batchErrors,
  "MCP servers": { ...mcpErrors, ...mcpSignInErrors },
  Files: fileErrors,
  Images: { ...imageFieldErrors, ...imageErrors },
  Videos: { ...videoErrors, ...videoTaskErrors },
  Shares: shareErrors,
  "Live links": liveLinkErrors,
  Evaluations: evaluationErrors,
  Conversations: conversationErrors,
  "Connecting providers": providerErrors,
  Server: serverErrors,
  Storage: storageErrors,
  Providers: upstreamErrors,
  "Responses of providers": upstreamReplyErrors,
  "Videos of providers": upstreamVideoErrors,
  Sandbox: sandboxErrors,
  "Sandbox painter and renderer": renderingErrors,
};

export const allErrors = {
  ...authenticationErrors,
  ...limitErrors,
  ...hookErrors,
  ...promptErrors,
  ...requestBodyErrors,
  ...fieldErrors,
  ...formErrors,
  ...modelErrors,
  ...recordingErrors,
  ...routeErrors,
  ...messageErrors,
  ...responseErrors,
  ...interactionErrors,
  ...webSocketErrors,
  ...batchErrors,
  ...mcpErrors,
  ...mcpSignInErrors,
  ...fileErrors,
  ...imageFieldErrors,
  ...imageErrors,
  ...videoErrors,
  ...videoTaskErrors,
  ...shareErrors,
  ...liveLinkErrors,
  ...evaluationErrors,
  ...conversationErrors,
  ...providerErrors,
  ...serverErrors,
  ...storageErrors,
  ...upstreamErrors,
  ...upstreamReplyErrors,
  ...upstreamVideoErrors,
  ...sandboxErrors,
  ...renderingErrors,
};

export type ErrorName = keyof typeof allErrors;
