/** An MCP server that asks for a sign-in, and its authorization server: oidc-provider, with ways to fail. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";
import { type RunningMcpServer, startMcpServer } from "./mcp-server.ts";

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

export type ProtectedMcpServer = {
  mcp: RunningMcpServer;
  issuer: string;
  /** Every token and client secret that was issued. */
  issued: string[];
  /** Requests to the authorization server, as `POST /token refresh_token`. */
  requests: string[];
  /** Scope that every request needs. */
  scope: string;
  /** Signs in without a form; undefined shows the form. */
  signsIn: string | undefined;
  /** Answers requests to a path of the authorization server in its place. */
  answers: Map<string, Respond>;
  /** Changes the metadata of the MCP server. */
  metadata: Record<string, unknown>;
  /** Address of its metadata in its challenge; its own when undefined. */
  metadataUrl: string | undefined;
  /** Lifetime of access tokens in seconds. */
  seconds: number;
  /** Makes the access tokens so far invalid. */
  endAccessTokens(): void;
  close(): Promise<void>;
};

const RESOURCE_SCOPES = "tools files";

type Options = {
  /** Reads client ID metadata documents, which the server then takes; absent: it takes none. */
  readDocument?: (url: string) => Promise<Response>;
};

export async function startProtectedMcpServer({ readDocument }: Options = {}): Promise<ProtectedMcpServer> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ended = new Set<string>();
  const provider = new Provider(issuer, configure());
  const callback = provider.callback();

  function configure(): Configuration {
    return {
      cookies: { keys: ["cookie-key-of-the-tests"] },
      scopes: ["openid", "offline_access"],
      features: {
        devInteractions: { enabled: false },
        registration: { enabled: true },
        revocation: { enabled: true },
        ...(readDocument && { clientIdMetadataDocument: { enabled: true, ack: "draft-02" } }),
        resourceIndicators: {
          enabled: true,
          useGrantedResource: async () => true,
          getResourceServerInfo: async (_context, resource) => ({
            ...{ scope: RESOURCE_SCOPES, audience: resource, accessTokenFormat: "opaque" as const },
            accessTokenTTL: self.seconds,
          }),
        },
      },
      ...(readDocument && {
        fetch: (input: string | URL | Request) => readDocument(input instanceof Request ? input.url : String(input)),
      }),
      pkce: { required: () => true },
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      issueRefreshToken: async () => true,
      findAccount: async (_context, subject) => ({ accountId: subject, claims: async () => ({ sub: subject }) }),
      ttl: { Interaction: 600, Grant: 3_600, Session: 3_600, RefreshToken: 3_600 },
    };
  }

  /** Signs in, at once or by a form, and consents to everything. */
  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const details = await provider.interactionDetails(request, response);
    const { prompt, params, session } = details;
    const { searchParams } = new URL(request.url ?? "/", issuer);
    const subject = searchParams.get("subject") ?? self.signsIn;
    if (prompt.name === "consent") {
      const grant = new provider.Grant({
        accountId: session?.accountId as string,
        clientId: params.client_id as string,
      });
      grant.addOIDCScope("openid offline_access");
      grant.addResourceScope(params.resource as string, RESOURCE_SCOPES);
      const grantId = await grant.save();
      return provider.interactionFinished(request, response, { consent: { grantId } });
    }
    if (subject === undefined) {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(
        '<!doctype html><html lang="en"><title>Acme ID</title><h1>Acme ID</h1><form><button name="subject" value="ada">Continue as Ada</button> <button name="subject" value="nobody">Cancel</button></form></html>',
      );
      return;
    }
    const result = subject === "nobody" ? { error: "access_denied" } : { login: { accountId: subject } };
    await provider.interactionFinished(request, response, result);
  }

  server.on("request", (request, response) => {
    const { pathname } = new URL(request.url ?? "/", issuer);
    self.requests.push(`${request.method} ${pathname}`);
    const answer = self.answers.get(pathname);
    if (answer) return answer(request, response);
    if (pathname === "/token" || pathname === "/reg") noteSecrets(response, self.issued);
    const work = pathname.startsWith("/interaction/") ? interact(request, response) : undefined;
    if (!work) callback(request, response);
    work?.catch((error) => response.writeHead(500).end(String(error)));
  });

  const mcp = await startMcpServer({
    async intercept(request, response) {
      const { pathname, origin } = new URL(request.url ?? "/", self.mcp.url);
      if (pathname.startsWith("/.well-known/oauth-protected-resource")) {
        response.writeHead(200, { "content-type": "application/json" });
        const metadata = { resource: self.mcp.url, authorization_servers: [issuer], scopes_supported: ["tools"] };
        response.end(JSON.stringify({ ...metadata, ...self.metadata }));
        return true;
      }
      const url = self.metadataUrl ?? `${origin}/.well-known/oauth-protected-resource/mcp`;
      const refuse = (status: number, challenge: string) => {
        const header = `Bearer ${challenge}, resource_metadata="${url}"`;
        response.writeHead(status, { "www-authenticate": header }).end();
        return true;
      };
      const text = request.headers.authorization?.replace("Bearer ", "") ?? "";
      const token = text === "" || ended.has(text) ? undefined : await provider.AccessToken.find(text);
      if (token?.aud !== self.mcp.url) return refuse(401, 'error="invalid_token"');
      if (!token.scope?.split(" ").includes(self.scope))
        return refuse(403, `error="insufficient_scope", scope="${self.scope}"`);
      return false;
    },
  });

  const self: ProtectedMcpServer = {
    ...{ mcp, issuer, issued: [], requests: [], scope: "tools", signsIn: "ada", answers: new Map(), metadata: {} },
    ...{ metadataUrl: undefined, seconds: 600 },
    endAccessTokens() {
      for (const secret of self.issued) ended.add(secret);
    },
    async close() {
      server.closeAllConnections();
      await Promise.all([new Promise((resolve) => server.close(resolve)), mcp.close()]);
    },
  };
  return self;
}

/** Reads the secrets of a JSON response on its way out. */
function noteSecrets(response: ServerResponse, issued: string[]): void {
  const end = response.end.bind(response) as (...rest: unknown[]) => ServerResponse;
  response.end = ((chunk?: unknown, ...rest: unknown[]) => {
    if (typeof chunk === "string" || Buffer.isBuffer(chunk)) {
      const body = JSON.parse(String(chunk)) as Record<string, unknown>;
      for (const name of ["access_token", "refresh_token", "client_secret"])
        if (typeof body[name] === "string") issued.push(body[name]);
    }
    return end(chunk, ...rest);
  }) as ServerResponse["end"];
}
