/**
 * Keys from the store at the routes. How soon a revoked one stops: tests/gateway/key-ring.test.ts with a clock, and
 * session.test.ts on the real one.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { expectError } from "../support/expect-error.ts";
import { mounts, startGateway, type TestGateway } from "../support/gateway.ts";

const BODY = { model: "sandbox/echo", messages: [{ role: "user", content: "Hi" }] };
const REFUSED = {
  status: 401,
  message: /not valid: it is unknown, revoked or expired/,
  type: "authentication_error",
  code: "invalid_api_key",
};

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  /** Another program's view of the same store, as `npm run keys` has it. */
  let store: Store;
  beforeAll(async () => {
    gateway = await startGateway({ mount });
    store = await openStore({ dataDir: gateway.dataDir });
  });
  afterAll(async () => {
    await store?.close();
    await gateway?.close();
  });

  const chatWith = (secret: string) =>
    gateway.chat(BODY, { headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" } });

  it("a key works at once, and its use is recorded", async () => {
    const before = Date.now();
    const { record, secret } = await store.keys.create({ name: "App" });
    expect(record.lastUsedAt).toBeNull();
    expect((await chatWith(secret)).status).toBe(200);
    await expect
      .poll(async () => (await store.keys.findById(record.id))?.lastUsedAt, { timeout: 5_000 })
      .toBeGreaterThanOrEqual(before);
  });

  it("a key that was just unknown works soon after it is created elsewhere", async () => {
    expect((await chatWith("pk_not_yet")).status).toBe(401);
    const { secret } = await store.keys.create({ name: "Later" });
    expect((await chatWith(secret)).status).toBe(200);
  });

  it("a key revoked before its first use never works", async () => {
    const [revoked, other] = [await store.keys.create({ name: "Revoked" }), await store.keys.create({ name: "Other" })];
    await store.keys.revoke(revoked.record.prefix);
    await expectError(await chatWith(revoked.secret), REFUSED);
    expect((await chatWith(other.secret)).status).toBe(200);
  });

  it("an expired key is refused, one that expires later is not", async () => {
    const expired = await store.keys.create({ name: "Expired", expiresAt: Date.now() - 1 });
    await expectError(await chatWith(expired.secret), REFUSED);
    const fresh = await store.keys.create({ name: "Fresh", expiresAt: Date.now() + 60_000 });
    expect((await chatWith(fresh.secret)).status).toBe(200);
  });

  it("an admin key from the store may use the models too", async () => {
    const { secret } = await store.keys.create({ name: "Second admin", scopes: ["admin"] });
    expect((await chatWith(secret)).status).toBe(200);
  });

  it("a key without the scope is a 403", async () => {
    const { secret } = await store.keys.create({ name: "Nothing", scopes: [] });
    await expectError(await chatWith(secret), {
      status: 403,
      message: /^This key needs the `inference` scope\./,
      type: "permission_error",
    });
  });

  it("a key's hash and prefix are not accepted as keys", async () => {
    const { record } = await store.keys.create({ name: "Hashed" });
    for (const secret of [record.hash, record.prefix, record.id]) await expectError(await chatWith(secret), REFUSED);
  });
});
