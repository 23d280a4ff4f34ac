/** Requests to the identity provider: discovery, sign-in, renewal, sign-out, and checks of its signatures. */
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from "jose";
import * as openid from "openid-client";
import type { OidcSettings } from "#lib/config/oidc-settings.ts";

/** Path that the provider sends browsers back to, below the public URL. */
const CALLBACK_PATH = "/api/session/provider/callback";
const SIGN_IN_PATH = "/sign-in";

const TIMEOUT_SECONDS = 10;
const TIMEOUT_MS = TIMEOUT_SECONDS * 1_000;
/** Time for which the provider's description counts. */
const DESCRIPTION_MS = 3_600_000;
/** Differences between the provider's clock and this one. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** A new signing key is looked for at most this often. */
const KEY_COOLDOWN_MS = 2_000;
const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** Age of a logout token in seconds. */
const LONGEST_LOGOUT_AGE = 120;
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/** The provider cannot be reached or fails; the same request may succeed later. */
export class ProviderUnavailable extends Error {}

/** The provider has refused a code or a token, or its answer is not valid. */
export class ProviderRefused extends Error {}

export type ProviderClaims = Readonly<Record<string, unknown>> & { sub: string };

export type ProviderTokens = {
  claims: ProviderClaims;
  /** False when the provider sent neither an ID token nor user information: the claims are `sub` alone. */
  hasClaims: boolean;
  /** Absent when the provider issues none. */
  refreshToken: string | undefined;
};

/** Values of one sign-in that its end is checked against. */
export type SignInChecks = { state: string; nonce: string; verifier: string };

export type ProviderClient = {
  /** @returns the address to send the browser to */
  beginSignIn(): Promise<{ url: string; checks: SignInChecks }>;
  /** @param query of the address that the provider sent the browser to */
  completeSignIn(query: string, checks: SignInChecks): Promise<ProviderTokens>;
  /** @throws ProviderRefused when the provider ends the sign-in */
  renew(refreshToken: string, subject: string): Promise<ProviderTokens>;
  /** Returns the address that ends the browser's session at the provider; undefined when it has none. */
  findSignOutUrl(): Promise<string | undefined>;
  /** Reads a token by which the provider ends sessions. @throws ProviderRefused for any other text */
  readLogoutToken(token: string): Promise<{ subject: string | undefined; session: string | undefined; id: string }>;
};

type Described = { config: openid.Configuration; findKey: ReturnType<typeof createRemoteJWKSet>; until: number };

/** @param wanted names of claims that are read from the provider's user information when the ID token lacks them */
export function createProviderClient(settings: OidcSettings, wanted: readonly string[]): ProviderClient {
  const { issuer, clientId, clientSecret, publicUrl } = settings;
  let described: Promise<Described> | undefined;

  async function describe(): Promise<Described> {
    const known = await described?.catch(() => undefined);
    if (known && known.until > performance.now()) return known;
    described = discover();
    return described;
  }

  async function discover(): Promise<Described> {
    const config = await openid.discovery(
      new URL(issuer),
      clientId,
      { client_secret: clientSecret, [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      clientSecret === undefined ? openid.None() : authenticateBySecret(clientSecret),
      {
        timeout: TIMEOUT_SECONDS,
        // The settings allow http for this machine alone.
        ...(issuer.startsWith("http:") ? { execute: [openid.allowInsecureRequests] } : {}),
      },
    );
    const { jwks_uri: keys } = config.serverMetadata();
    if (keys === undefined) throw new ProviderUnavailable("The provider publishes no signing keys.");
    return {
      config,
      findKey: createRemoteJWKSet(new URL(keys), { timeoutDuration: TIMEOUT_MS, cooldownDuration: KEY_COOLDOWN_MS }),
      until: performance.now() + DESCRIPTION_MS,
    };
  }

  /** Checks the signature too, which an answer over TLS does not need: the provider may be behind other software. */
  async function verify(token: string, { config, findKey }: Described): Promise<JWTPayload> {
    const { payload } = await jwtVerify(token, findKey, {
      issuer: config.serverMetadata().issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    });
    return payload;
  }

  async function readTokens(
    tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
    provider: Described,
    subject?: string,
  ): Promise<ProviderTokens> {
    const claims: Record<string, unknown> = tokens.id_token ? await verify(tokens.id_token, provider) : {};
    const sub = typeof claims.sub === "string" ? claims.sub : subject;
    if (sub === undefined || (subject !== undefined && sub !== subject)) {
      throw new ProviderRefused("The ID token is of another person.");
    }
    const { userinfo_endpoint: userInfo } = provider.config.serverMetadata();
    const isMissing = wanted.some((name) => !(name in claims));
    const more = userInfo && isMissing ? await openid.fetchUserInfo(provider.config, tokens.access_token, sub) : {};
    const hasClaims = tokens.id_token !== undefined || userInfo !== undefined;
    return { claims: { ...more, ...claims, sub }, hasClaims, refreshToken: tokens.refresh_token };
  }

  /** Names each failure: a refusal, or a provider that is away. */
  async function ask<Answer>(work: (provider: Described) => Promise<Answer>): Promise<Answer> {
    const provider = await describe().catch((error: unknown) => {
      throw new ProviderUnavailable(describeFailure(error), { cause: error });
    });
    try {
      return await work(provider);
    } catch (error) {
      if (error instanceof ProviderRefused) throw error;
      const Failure = isUnavailable(error) ? ProviderUnavailable : ProviderRefused;
      throw new Failure(describeFailure(error), { cause: error });
    }
  }

  return {
    beginSignIn: () =>
      ask(async ({ config }) => {
        const [state, nonce] = [openid.randomState(), openid.randomNonce()];
        const verifier = openid.randomPKCECodeVerifier();
        const url = openid.buildAuthorizationUrl(config, {
          redirect_uri: publicUrl + CALLBACK_PATH,
          scope: settings.scope,
          ...{ state, nonce },
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          // OpenID Connect Core 1.0, section 11: without it a provider may issue no refresh token.
          ...(settings.scope.split(" ").includes("offline_access") ? { prompt: "consent" } : {}),
        });
        return { url: url.href, checks: { state, nonce, verifier } };
      }),

    completeSignIn: (query, { state, nonce, verifier }) =>
      ask(async (provider) => {
        const tokens = await openid.authorizationCodeGrant(
          provider.config,
          new URL(`${publicUrl}${CALLBACK_PATH}?${query}`),
          { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
        );
        return readTokens(tokens, provider);
      }),

    renew: (refreshToken, subject) =>
      ask(async (provider) => {
        const tokens = await openid.refreshTokenGrant(provider.config, refreshToken);
        const { refreshToken: next = refreshToken, ...read } = await readTokens(tokens, provider, subject);
        return { ...read, refreshToken: next };
      }),

    findSignOutUrl: () =>
      ask(async ({ config }) => {
        if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
        // Without `id_token_hint`: an ID token in a URL would be in histories and logs.
        return openid.buildEndSessionUrl(config, { post_logout_redirect_uri: publicUrl + SIGN_IN_PATH }).href;
      }),

    readLogoutToken: (token) =>
      ask(async (provider) => {
        const { sub, sid, jti, iat, nonce, events } = await verify(token, provider);
        const isLogout = typeof events === "object" && events !== null && LOGOUT_EVENT in events;
        const isRecent = iat !== undefined && Math.abs(Date.now() / 1_000 - iat) <= LONGEST_LOGOUT_AGE;
        const session = typeof sid === "string" ? sid : undefined;
        // OpenID Connect Back-Channel Logout 1.0, section 2.6.
        if (!isLogout || !isRecent || nonce !== undefined || jti === undefined || (sub ?? session) === undefined) {
          throw new ProviderRefused("This is no logout token.");
        }
        return { subject: sub, session, id: jti };
      }),
  };
}

/** Sends the secret as the provider accepts it; in a header when it does not say (OpenID Connect Core 1.0, section 9). */
function authenticateBySecret(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const isPost = !methods.includes("client_secret_basic") && methods.includes("client_secret_post");
    return (isPost ? post : basic)(server, client, body, headers);
  };
}

/** Returns true for a failure of the network or the provider; false for a refusal and an answer that is not valid. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause, status } = error as { code?: unknown; cause?: unknown; status?: unknown };
  if (typeof status === "number") return status >= 500 || status === 429;
  if (cause instanceof Response) return cause.status >= 500 || cause.status === 429;
  if (code === "OAUTH_TIMEOUT" || code === "ERR_JWKS_TIMEOUT") return true;
  return error.message === "fetch failed" || (cause instanceof Error && cause !== error && isUnavailable(cause));
}

/** Returns a reason without tokens: the provider's own error code, or the kind of failure. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return "unknown failure";
  const { error: reason, code, cause } = error as { error?: unknown; code?: unknown; cause?: { code?: unknown } };
  const detail = [reason, code, cause?.code].find((value) => typeof value === "string");
  return typeof detail === "string" ? detail.slice(0, 100) : error.message.slice(0, 200);
}
