/** People on two instances with the same data: what ends on one ends on the other within ten seconds. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PersonList } from "#lib/contract/person.ts";
import { startPostgres } from "../store/start-postgres.ts";
import { CookieBrowser } from "../support/cookie-browser.ts";
import { freePort } from "../support/free-port.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type IdentityProvider,
  startIdentityProvider,
} from "../support/identity-provider.ts";

const MIA = { name: "Mia Member", email: "mia@acme.test", email_verified: true, team: "blue" };
/** Time in which sessions and keys of a person who has left end on every instance. */
const LAW = { timeout: 10_000, interval: 100 };

describe.each(["SQLite", "Postgres"])("two instances on %s", { timeout: 60_000 }, (store) => {
  let ends: (() => Promise<unknown>)[] = [];
  let missing = "";
  let first: TestGateway;
  let second: TestGateway;
  let provider: IdentityProvider;

  beforeAll(async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const environment: Record<string, string> = {
      ACME_CLIENT_SECRET: CLIENT_SECRET,
      PARLANCE_SECRET_KEY: "the secret key of both instances",
    };
    if (store === "Postgres") {
      const server = await startPostgres();
      if (typeof server === "string") {
        missing = server;
        return;
      }
      ends.push(() => server.stop());
      environment.DATABASE_URL = server.url;
    }
    provider = await startIdentityProvider({ gateway: () => url });
    const config = {
      publicUrl: url,
      trustedProxies: ["127.0.0.1"],
      keys: { groups: { blue: {} } },
      oidc: {
        ...{ name: "Acme", issuer: provider.issuer, clientId: CLIENT_ID, clientSecretEnv: "ACME_CLIENT_SECRET" },
        ...{ scopes: ["profile", "email", "groups"], teamClaim: "team", defaultRole: "member" },
      },
    };
    first = await startGateway({ mount: "node", port, config, environment });
    second = await startGateway({ mount: "node", config, environment, dataDir: first.dataDir });
    ends.push(
      () => provider.stop(),
      () => first.close(),
      () => second.stop(),
    );
  }, 120_000);
  beforeEach(({ skip }) => {
    if (missing) skip(missing);
    provider.people = new Map([["mia", { ...MIA }]]);
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
    ends = [];
  });

  /** Signs in at the first instance, makes a key, and uses both at the second. */
  async function signIn() {
    const browser = new CookieBrowser();
    provider.signsIn = "mia";
    const isPage = (address: string) => address.startsWith(first.url) && !address.startsWith(`${first.url}/api/`);
    await browser.follow(`${first.url}/api/session/provider?next=/chat`, isPage);
    const created = await browser.call(`${first.url}/api/keys`, { method: "POST", body: { name: "Mine" } });
    expect(created.status, created.text).toBe(201);
    const { secret } = JSON.parse(created.text) as { secret: string };
    const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const statuses = async (gateway: TestGateway) => {
      const session = await fetch(`${gateway.url}/api/session`, {
        headers: { cookie, "sec-fetch-site": "same-origin" },
      });
      const chat = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: "POST",
        headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
        body: JSON.stringify({ model: "sandbox/echo", messages: [{ role: "user", content: "Hi" }] }),
      });
      return [session.status, chat.status];
    };
    await expect.poll(() => statuses(second), LAW).toEqual([200, 200]);
    return statuses;
  }

  const patch = async (disabled: boolean) => {
    const { data } = (await (await fetch(`${first.url}/api/people`, { headers: AUTHORIZED })).json()) as PersonList;
    const response = await fetch(`${first.url}/api/people/${data[0]?.id}`, {
      method: "PATCH",
      headers: AUTHORIZED,
      body: JSON.stringify({ disabled }),
    });
    expect(response.status, await response.text()).toBe(200);
  };

  it("a person who is disabled on one loses sessions and keys on both", async () => {
    const statuses = await signIn();
    await patch(true);
    await expect.poll(() => statuses(second), LAW).toEqual([401, 401]);
    await expect.poll(() => statuses(first), LAW).toEqual([401, 401]);
    await patch(false);
  });

  it("a person who has left the provider loses them on both at the next renewal", async ({ skip }) => {
    if (store !== "SQLite") skip("the renewal is made due in the SQLite file");
    const statuses = await signIn();
    provider.people.delete("mia");
    const database = new DatabaseSync(join(first.dataDir, "parlance.db"), { timeout: 5_000 });
    database.exec("update people set checked_at = 0");
    database.close();
    // The look for renewals that are due comes before the ten seconds.
    await expect.poll(() => statuses(first), { ...LAW, timeout: 15_000 }).toEqual([401, 401]);
    await expect.poll(() => statuses(second), LAW).toEqual([401, 401]);
  });
});
