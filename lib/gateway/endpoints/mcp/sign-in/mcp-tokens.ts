/** McpTokens: tokens of sign-ins to MCP servers, renewed when they expire: one renewal at a time over all instances. */
import { setTimeout as delay } from "node:timers/promises";
import type { McpConnectRules, McpHttpServer } from "#lib/config/mcp-settings.ts";
import type { McpCredentials } from "#lib/mcp/authorized-fetch.ts";
import type { McpGrant } from "#lib/mcp/oauth/grant.ts";
import type { McpSignInOwner, McpSignInRecord, McpSignInStore } from "#lib/store/mcp-sign-ins/mcp-sign-in-record.ts";
import type { SealedSignIns } from "./sealed-sign-ins.ts";

/** Time before its end at which a token is renewed. */
const EARLY_MS = 30_000;
/** Longest time for which one instance may renew: more than its request takes. */
const CLAIM_MS = 15_000;
const POLL_MS = 150;
/** Time between two notes that a sign-in is in use. */
const TOUCH_MS = 86_400_000;
/** Secrets of a session that its server may repeat; older tokens have expired. */
const MOST_SECRETS = 24;

export type McpTokensOptions = {
  store: McpSignInStore;
  sealed: SealedSignIns;
  readRules: () => McpConnectRules | undefined;
  now: () => number;
};

export class McpTokens {
  private readonly options: McpTokensOptions;
  private readonly renewals = new Map<string, Promise<McpGrant | undefined>>();

  constructor(options: McpTokensOptions) {
    this.options = options;
  }

  /** Returns the tokens of one owner for the session with a server. */
  credentialsFor(server: McpHttpServer, ownerId: string): McpCredentials {
    const of = { ownerId, serverId: server.id };
    const secrets = new Set<string>();
    const use = (grant: McpGrant | undefined): string | undefined => {
      for (const secret of [grant?.client.client_secret, grant?.refreshToken, grant?.accessToken])
        if (secret !== undefined) secrets.add(secret);
      while (secrets.size > MOST_SECRETS) secrets.delete(secrets.values().next().value as string);
      return grant?.accessToken;
    };
    return {
      token: async () => use(await this.find(server, of)),
      renew: async (refused) => {
        const token = use(await this.renew(server, of, refused));
        return token === refused ? undefined : token;
      },
      want: (scope) => this.want(server, of, scope),
      secrets: () => [...secrets],
    };
  }

  private async find(server: McpHttpServer, of: McpSignInOwner): Promise<McpGrant | undefined> {
    const { store, sealed, now } = this.options;
    const record = await store.find(of);
    const grant = sealed.openGrant(record, server.url);
    if (!record || !grant) return undefined;
    if (record.usedAt < now() - TOUCH_MS) await store.touch(of);
    const { accessToken, refreshToken, expiresAt } = grant;
    const isDue = refreshToken !== undefined && expiresAt !== undefined && expiresAt - EARLY_MS < now();
    return isDue ? this.renew(server, of, accessToken) : grant;
  }

  private renew(server: McpHttpServer, of: McpSignInOwner, refused: string): Promise<McpGrant | undefined> {
    const name = JSON.stringify([of.ownerId, of.serverId]);
    const running = this.renewals.get(name);
    if (running) return running;
    const renewal = this.renewOnce(server, of, refused).finally(() => this.renewals.delete(name));
    this.renewals.set(name, renewal);
    return renewal;
  }

  /** Takes the tokens of another instance where it was faster. */
  private async renewOnce(server: McpHttpServer, of: McpSignInOwner, refused: string): Promise<McpGrant | undefined> {
    const { store, sealed } = this.options;
    for (let waited = 0; ; waited += POLL_MS) {
      const record = await store.find(of);
      const grant = sealed.openGrant(record, server.url);
      if (!record || !grant) return undefined;
      if (grant.accessToken !== refused) return grant;
      if (grant.refreshToken === undefined) return undefined;
      if (await store.claim(record, CLAIM_MS)) return this.request(server, record, grant);
      if (waited > 2 * CLAIM_MS) return undefined;
      await delay(POLL_MS);
    }
  }

  private async request(
    server: McpHttpServer,
    record: McpSignInRecord,
    grant: McpGrant,
  ): Promise<McpGrant | undefined> {
    const { store, sealed, readRules, now } = this.options;
    const { renewGrant, GrantRefused } = await import("#lib/mcp/oauth/tokens.ts");
    const { createOAuthFetch } = await import("#lib/mcp/oauth/oauth-fetch.ts");
    const oauth = createOAuthFetch(server, readRules());
    try {
      const renewed = await renewGrant(grant, { server: server.id, oauth, now: now() });
      if (await store.replace(record, sealed.sealGrant(record, renewed))) return renewed;
    } catch (error) {
      if (!(error instanceof GrantRefused)) {
        await store.release(record);
        throw error;
      }
      // Unless another instance, or another sign-in, has written tokens meanwhile, these are of no use.
      if (await store.remove(record)) return undefined;
    } finally {
      await oauth.close();
    }
    return sealed.openGrant(await store.find(record), server.url);
  }

  private async want(server: McpHttpServer, of: McpSignInOwner, scope: string): Promise<void> {
    const { store, sealed } = this.options;
    const record = await store.find(of);
    const grant = sealed.openGrant(record, server.url);
    if (record && grant && grant.wantedScope !== scope)
      await store.replace(record, sealed.sealGrant(record, { ...grant, wantedScope: scope }));
  }
}
