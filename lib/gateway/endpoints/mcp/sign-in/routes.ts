/** `/api/mcp/servers/{server_id}/sign-in`: sign-ins to MCP servers, and the address to which browsers return. */
import type { McpSignIn, McpSignInStart } from "#lib/contract/mcp.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { findPublicOrigin } from "#lib/gateway/request/find-public-origin.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { errors } from "#lib/http/errors.ts";
import type { McpServers } from "#lib/mcp/mcp-servers.ts";
import { writeClientDocument } from "#lib/mcp/oauth/client-document.ts";
import { findServer } from "../find-server.ts";
import { readBrowser, readOrCreateBrowser, writeBrowserCookie } from "./browser-cookie.ts";
import type { McpSignIns } from "./mcp-sign-ins.ts";
import * as operations from "./openapi.ts";
import { writeSignInPage } from "./sign-in-page.ts";

export type McpSignInServices = Services & { mcp: McpServers; mcpSignIns: McpSignIns };

type Context = RequestContext<McpSignInServices>;

const CALLBACK = "/api/mcp/sign-in/callback";
const CLIENT = "/api/mcp/sign-in/client";
/** Time for which an authorization server may keep the document. */
const DOCUMENT_SECONDS = 300;

async function beginSignIn({ request, params, services, principal }: Context): Promise<EndpointResponse> {
  const server = readServer(params, services);
  const { publicUrl } = services.settings;
  const origin = publicUrl ?? findPublicOrigin(request);
  const browser = readOrCreateBrowser(request.headers);
  const { url, until } = await services.mcpSignIns.begin(server, {
    ...{ ownerId: principal.keyId, redirectUri: `${origin}${CALLBACK}`, browser },
    documentUrl: findDocumentUrl(services),
  });
  const start: McpSignInStart = {
    ...{ object: "mcp_sign_in_start", server: server.id, authorization_url: url.href, host: url.host },
    expires_at: until,
  };
  const cookie = writeBrowserCookie(browser, { isSecure: origin.startsWith("https:") });
  return createJsonResponse(start, { "set-cookie": cookie });
}

async function readSignIn({ params, services, principal }: Context): Promise<EndpointResponse> {
  const state: McpSignIn = await services.mcpSignIns.describe(readServer(params, services), principal.keyId);
  return createJsonResponse(state);
}

async function signOut({ params, services, principal: { keyId } }: Context): Promise<EndpointResponse> {
  const server = readServer(params, services);
  // First the session, whose farewell to the server needs the tokens.
  await services.mcp.forget({ server, keyId });
  const { revoked } = await services.mcpSignIns.signOut(server, keyId);
  return createJsonResponse({ object: "mcp_sign_in", server: server.id, deleted: true, revoked });
}

/** @throws GatewayError 404 without a public address, which a header of the request cannot stand for */
async function describeGateway({ services }: Context): Promise<EndpointResponse> {
  const url = findDocumentUrl(services);
  if (url === undefined) throw errors.mcpClientDocumentOff();
  const document = writeClientDocument({ url, redirectUri: new URL(CALLBACK, url).href });
  return createJsonResponse(document, { "cache-control": `public, max-age=${DOCUMENT_SECONDS}` });
}

function findDocumentUrl({ settings }: McpSignInServices): string | undefined {
  const { publicUrl, mcpClientDocument } = settings;
  return mcpClientDocument && publicUrl?.startsWith("https:") ? `${publicUrl}${CLIENT}` : undefined;
}

async function completeSignIn({ request, services, log }: Context): Promise<EndpointResponse> {
  const end = await services.mcpSignIns.complete(new URLSearchParams(request.query), readBrowser(request.headers));
  if (end.status === "signed_in") {
    log.keyId = end.ownerId;
    // The next request opens a session as the person who has signed in.
    await services.mcp.forget({ server: end.server, keyId: end.ownerId });
  }
  return writeSignInPage(end);
}

/** @throws GatewayError 403 for a URL that the config does not allow, 404 */
function readServer({ server_id: id = "" }: Context["params"], { settings }: McpSignInServices) {
  return findServer(id, settings);
}

const SIGN_IN = "/api/mcp/servers/{server_id}/sign-in";

export const mcpSignInEndpoints: readonly Endpoint<McpSignInServices>[] = [
  defineEndpoint({
    ...{ method: "POST", path: SIGN_IN, scope: "inference" },
    operation: operations.beginSignIn,
    handle: beginSignIn,
  }),
  defineEndpoint({
    ...{ method: "GET", path: SIGN_IN, scope: "inference" },
    operation: operations.readSignIn,
    handle: readSignIn,
  }),
  defineEndpoint({
    ...{ method: "DELETE", path: SIGN_IN, scope: "inference" },
    operation: operations.signOut,
    handle: signOut,
  }),
  defineEndpoint({
    ...{ method: "GET", path: CLIENT, scope: "none" },
    operation: operations.describeGateway,
    handle: describeGateway,
  }),
  defineEndpoint({
    ...{ method: "GET", path: CALLBACK, scope: "none" },
    operation: operations.completeSignIn,
    handle: completeSignIn,
  }),
];
