/** SignInProvider: signs people in through the identity provider, renews their sign-ins, and ends them. */
import type { OidcSettings } from "#lib/config/oidc-settings.ts";
import type { Audit } from "#lib/gateway/request/audit.ts";
import type { KeyRing } from "#lib/gateway/request/key-ring.ts";
import type { Log } from "#lib/gateway/request/log.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import type { PersonClaims, PersonRecord } from "#lib/store/people/person-record.ts";
import type { Sealer } from "#lib/store/sealer.ts";
import type { Store } from "#lib/store/store.ts";
import { listPersonChanges } from "./list-person-changes.ts";
import { createProviderClient, ProviderRefused, ProviderUnavailable } from "./provider-client.ts";
import { listClaims, readClaims } from "./read-claims.ts";
import { clearSignInCookie, readSignInCookie, writeSignInCookie } from "./sign-in-cookie.ts";
import { SignInFailed } from "./sign-in-failed.ts";

export type SignInProvider = {
  readonly name: string;
  readonly publicUrl: string;
  /** @throws SignInFailed when the provider cannot be reached */
  begin(next: string): Promise<{ url: string; cookie: string }>;
  /** @throws SignInFailed */
  complete(request: Pick<HttpRequest, "headers" | "query">): Promise<CompletedSignIn>;
  /** Removes the cookie of a sign-in under way. */
  readonly clearCookie: string;
  /** Returns undefined when signing out ends at the gateway. */
  findSignOutUrl(): Promise<string | undefined>;
  /** Ends the sessions that a logout token of the provider names. @returns false for a token that is not valid */
  endSessions(logoutToken: string): Promise<boolean>;
  close(): Promise<void>;
};

export type CompletedSignIn = {
  person: PersonRecord;
  /** The person as stored before; undefined at the first sign-in. */
  before: PersonRecord | undefined;
  next: string;
  providerSession: string | null;
};

const PURPOSE = "refresh token";
/** Time between two looks for sign-ins to renew, and the number of one look. */
const LOOK_MS = 5_000;
const AT_ONCE = 10;
/** Logout tokens that were used; beyond this number the oldest are forgotten, which by then have expired. */
const MOST_LOGOUTS = 10_000;

export function createSignInProvider({
  settings,
  store,
  sealer,
  keyRing,
  audit,
  log,
}: {
  settings: OidcSettings;
  store: Store;
  sealer: Sealer;
  keyRing: Pick<KeyRing, "forgetPeople">;
  audit: Pick<Audit, "note">;
  log: Log;
}): SignInProvider {
  const { issuer, publicUrl } = settings;
  const client = createProviderClient(settings, listClaims(settings));
  const isSecure = publicUrl.startsWith("https:");
  const cookies = () => ({ sealer, isSecure, now: store.now() });
  const usedLogouts = new Set<string>();

  async function complete({ headers, query }: Pick<HttpRequest, "headers" | "query">): Promise<CompletedSignIn> {
    const underWay = readSignInCookie(headers, cookies());
    const parameters = new URLSearchParams(query);
    if (!underWay || parameters.get("state") !== underWay.state) throw new SignInFailed("expired");
    if (parameters.get("error") === "access_denied") throw new SignInFailed("cancelled");
    const { claims, refreshToken } = await client.completeSignIn(query, underWay).catch(throwProblem);
    const account = { id: claims.sub, name: String(claims.email ?? claims.sub) };
    const facts = readClaims(claims, settings);
    if (typeof facts === "string") throw new SignInFailed(facts, account);
    const sealedRefresh = refreshToken === undefined ? null : sealer.seal(refreshToken, PURPOSE);
    const { person, before } = await store.people.signIn({ issuer, subject: claims.sub, ...facts, sealedRefresh });
    if (person.disabledAt !== null) throw new SignInFailed("disabled", account);
    keyRing.forgetPeople();
    return { person, before, next: underWay.next, providerSession: typeof claims.sid === "string" ? claims.sid : null };
  }

  function throwProblem(error: unknown): never {
    if (error instanceof ProviderUnavailable) {
      log(`The identity provider ${issuer} cannot be used: ${error.message}`);
      throw new SignInFailed("provider_unavailable");
    }
    if (!(error instanceof ProviderRefused)) throw error;
    log(`A sign-in through ${issuer} failed: ${error.message}`, { level: "warn" });
    throw new SignInFailed("rejected");
  }

  async function renew(person: PersonRecord): Promise<void> {
    try {
      const token = sealer.open(person.sealedRefresh as string, PURPOSE);
      const { claims, hasClaims, refreshToken = token } = await client.renew(token, person.subject);
      const facts = hasClaims ? readClaims(withKnownFacts(claims, person), settings) : pickFacts(person);
      if (typeof facts === "string") return await end(person, facts);
      const sealedRefresh = refreshToken === token ? person.sealedRefresh : sealer.seal(refreshToken, PURPOSE);
      const renewed = await store.people.renew(person, { ...facts, sealedRefresh });
      const changes = renewed ? listPersonChanges(person, renewed) : [];
      if (changes.length === 0) return;
      keyRing.forgetPeople();
      await audit.note({ action: "person.update", target: person, changes });
    } catch (error) {
      if (error instanceof ProviderUnavailable) return;
      if (error instanceof ProviderRefused && error.message === "invalid_grant") return end(person, error.message);
      log(`The sign-in of ${person.id} could not be renewed: ${error instanceof Error ? error.message : error}`);
    }
  }

  async function end(person: PersonRecord, reason: string): Promise<void> {
    if (!(await store.people.end(person))) return;
    keyRing.forgetPeople();
    await audit.note({
      ...{ action: "person.end", target: person },
      changes: [{ field: "reason", from: null, to: reason }],
    });
  }

  let looking: Promise<void> | undefined;
  async function look(): Promise<void> {
    // A store that is gone is logged elsewhere; the next look follows.
    const due = await store.people
      .takeDue({ checkedBefore: store.now() - settings.checkMs, limit: AT_ONCE })
      .catch(() => []);
    await Promise.all(due.map(renew));
  }
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, LOOK_MS).unref();

  return {
    name: settings.name,
    publicUrl,
    async begin(next) {
      const { url, checks } = await client.beginSignIn().catch(throwProblem);
      return { url, cookie: writeSignInCookie({ ...checks, next }, cookies()) };
    },
    complete,
    clearCookie: clearSignInCookie(isSecure),
    findSignOutUrl: async () =>
      // A provider that is away does not keep anybody signed in here.
      settings.signOutOfProvider ? client.findSignOutUrl().catch(() => undefined) : undefined,
    async endSessions(logoutToken) {
      const read = await client.readLogoutToken(logoutToken).catch(() => undefined);
      if (!read) return false;
      const { subject, session, id } = read;
      if (usedLogouts.has(id)) return false;
      usedLogouts.add(id);
      if (usedLogouts.size > MOST_LOGOUTS) usedLogouts.delete(usedLogouts.values().next().value as string);
      const person = subject === undefined ? undefined : await store.people.findBySubject({ issuer, subject });
      if (session !== undefined) await store.sessions.removeAll({ providerSession: session });
      else if (person) await store.sessions.removeAll({ keyId: person.id });
      // The person may have left: the provider says so when the sign-in is renewed.
      if (person) await store.people.makeDue(person.id);
      keyRing.forgetPeople();
      await audit.note({
        action: "session.revoke",
        ...(person ? { target: person } : {}),
        changes: [{ field: "method", from: null, to: "provider" }],
      });
      return true;
    },
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}

function pickFacts({ name, email, role, team }: PersonRecord): PersonClaims {
  return { name, email, role, team };
}

/** A renewed ID token may lack the profile: what is known of the person counts then. */
function withKnownFacts<Claims extends { sub: string }>(claims: Claims, { name, email }: PersonRecord): Claims {
  return { ...(email === null ? {} : { email, email_verified: true }), name, ...claims };
}
