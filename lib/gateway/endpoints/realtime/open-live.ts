/** Google's Live API: the first message names the model, so that the provider is connected after the client. */
import { dialects } from "#lib/dialects/all-dialects.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { connectProvider } from "./connect-provider.ts";
import { geminiProtocol, readSetupModel, writeSetup } from "./gemini-protocol.ts";
import type { SessionLink } from "./realtime-session.ts";
import type { RealtimeServices } from "./realtime-sessions.ts";

const DIALECT = dialects["google-generate"];

/** @throws GatewayError 426 without an upgrade, 429 over a limit */
export function openLive(context: RequestContext<RealtimeServices>): EndpointResponse {
  const { realtimeSessions } = context.services;
  realtimeSessions.requireUpgrade(context);
  return realtimeSessions.accept(context, geminiProtocol, { prepare: (first) => connect(context, first) });
}

async function connect(context: RequestContext<RealtimeServices>, first: Uint8Array): Promise<SessionLink> {
  const { path } = context.request;
  let opened: SessionLink | undefined;
  await connectProvider(context, {
    name: readSetupModel(first),
    route: path,
    findDialect: ({ dialects: spoken }) => (spoken.includes(DIALECT.id) ? DIALECT.id : undefined),
    writePath: ({ basePath }) => `${basePath.replace(VERSION, "")}${path}`,
    readError: DIALECT.readError,
    onLink(link) {
      opened = { ...link, first: writeSetup(first, link.session.model) };
      return { status: 101, headers: {}, body: "" };
    },
  });
  if (!opened) throw new Error("A session was connected without a link.");
  return opened;
}

/** Version at the end of a base URL, which the path of a socket has in its last segment. */
const VERSION = /\/v1(?:alpha|beta)?$/;
