/** An identity provider on loopback: oidc-provider, with people, forms to choose one, and ways to fail. */
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";

export type TestPerson = Record<string, unknown> & { name?: string };

export const CLIENT_ID = "parlance";
export const CLIENT_SECRET = "client-secret-of-the-tests-0123456789";

export type IdentityProvider = {
  readonly issuer: string;
  /** People by their subject; one who is removed has left. */
  people: Map<string, TestPerson>;
  /** Subject that signs in without a form; undefined shows the form. */
  signsIn: string | undefined;
  stop(): Promise<void>;
  /** Starts again on the same port, with new signing keys and without sessions. */
  restart(): Promise<void>;
  /** Signs a logout token, with other claims where the test wants. */
  signLogoutToken(claims: Record<string, unknown>): Promise<string>;
};

/** @param gateway origin of the gateway; may be set later */
export async function startIdentityProvider({ gateway }: { gateway: () => string }): Promise<IdentityProvider> {
  let server: Server;
  let key: KeyObject;
  let port = 0;

  async function start(): Promise<void> {
    ({ privateKey: key } = generateKeyPairSync("rsa", { modulusLength: 2048 }));
    server = createServer();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    ({ port } = server.address() as AddressInfo);
    const provider = new Provider(`http://127.0.0.1:${port}`, configure());
    const callback = provider.callback();
    server.on("request", (request, response) => {
      const work = request.url?.startsWith("/interaction/") ? interact(provider, request, response) : undefined;
      if (!work) callback(request, response);
      work?.catch((error) => response.writeHead(500).end(String(error)));
    });
  }

  function configure(): Configuration {
    const redirects = [`${gateway()}/api/session/provider/callback`];
    return {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: redirects,
          post_logout_redirect_uris: [`${gateway()}/sign-in`],
          grant_types: ["authorization_code", "refresh_token"],
          backchannel_logout_uri: `${gateway()}/api/session/provider/logout`,
        },
      ],
      jwks: { keys: [{ ...key.export({ format: "jwk" }), kid: `key-${Date.now()}`, use: "sig", alg: "RS256" }] },
      cookies: { keys: ["cookie-key-of-the-tests"] },
      claims: { openid: ["sub"], profile: ["name"], email: ["email", "email_verified"], groups: ["groups", "team"] },
      scopes: ["openid", "offline_access", "profile", "email", "groups"],
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      issueRefreshToken: async () => true,
      findAccount: async (_context, subject) => {
        const claims = self.people.get(subject);
        return claims && { accountId: subject, claims: async () => ({ sub: subject, ...claims }) };
      },
      ttl: { Interaction: 600, Grant: 3_600, Session: 3_600, AccessToken: 600, RefreshToken: 3_600, IdToken: 600 },
      async loadExistingGrant({ oidc }) {
        const { client, session, provider } = oidc;
        const id = client && session?.grantIdFor(client.clientId);
        if (id) return provider.Grant.find(id);
        const grant = new provider.Grant({
          clientId: client?.clientId as string,
          accountId: session?.accountId as string,
        });
        grant.addOIDCScope("openid offline_access profile email groups");
        await grant.save();
        return grant;
      },
    };
  }

  /** Chooses who signs in: at once, or by a form with a button for each person. */
  async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { searchParams } = new URL(request.url ?? "/", self.issuer);
    const subject = searchParams.get("subject") ?? self.signsIn;
    if (subject === undefined) {
      const buttons = [...self.people].map(
        ([id, { name }]) => `<button name="subject" value="${id}">Continue as ${name ?? id}</button>`,
      );
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(`<!doctype html><title>Acme ID</title><h1>Acme ID</h1><form>${buttons.join("")}</form>`);
      return;
    }
    const result =
      subject === "nobody"
        ? { error: "access_denied", error_description: "<script>alert(1)</script>" }
        : { login: { accountId: subject } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  async function signLogoutToken(claims: Record<string, unknown>): Promise<string> {
    const { SignJWT } = await import("jose");
    const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
    return new SignJWT({ events, jti: crypto.randomUUID(), ...claims })
      .setProtectedHeader({ alg: "RS256", typ: "logout+jwt" })
      .setIssuer(self.issuer)
      .setAudience(CLIENT_ID)
      .setIssuedAt()
      .sign(key);
  }

  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });

  const self: IdentityProvider = {
    get issuer() {
      return `http://127.0.0.1:${port}`;
    },
    people: new Map(),
    signsIn: undefined,
    stop,
    async restart() {
      if (server.listening) await stop();
      await start();
    },
    signLogoutToken,
  };
  await start();
  return self;
}
