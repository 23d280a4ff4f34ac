import { afterEach, describe, expect, it, vi } from "vitest";
import { createSignInTokens } from "#lib/gateway/endpoints/session/sign-in-tokens.ts";
import { openStore } from "#lib/store/open-store.ts";
import { startTestDatabases } from "#tests/store/test-databases.ts";
import { createTokenTable } from "#tests/support/token-table.ts";

const MINUTE_MS = 60_000;
const databases = await startTestDatabases();

afterEach(() => void vi.useRealTimers());

it("a token works once, within 10 minutes", async () => {
  let now = 1_000;
  const tokens = createSignInTokens(createTokenTable(), { now: Date.now, elapsed: () => now });
  const [first, second] = [await tokens.issue("admin"), await tokens.issue("key_1")];
  expect(Math.abs(first.expiresAt - Date.now() - 10 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
  now += 10 * MINUTE_MS - 1;
  expect(await tokens.redeem(first.token)).toBe("admin");
  expect(await tokens.redeem(first.token)).toBeUndefined();
  now += 1;
  expect(await tokens.redeem(second.token)).toBeUndefined();
  expect(await tokens.redeem("unknown")).toBeUndefined();
});

it("a token of another instance ends by the clock", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const table = createTokenTable();
  const [issuer, other] = [createSignInTokens(table, Date), createSignInTokens(table, Date)];
  const [first, second] = [await issuer.issue("admin"), await issuer.issue("admin")];
  expect(await other.redeem(first.token)).toBe("admin");
  vi.setSystemTime(Date.now() + 10 * MINUTE_MS);
  expect(await other.redeem(second.token)).toBeUndefined();
});

describe.each(databases)("sign-in tokens on $name", ({ create }) => {
  it("are redeemed once, whichever instance is asked", async () => {
    const database = await create();
    const store = await openStore(database.options);
    const instances = Array.from({ length: 4 }, () => createSignInTokens(store.signInTokens, store));
    const { token } = (await instances[0]?.issue("key_1")) ?? { token: "" };
    const redeemed = await Promise.all(instances.map((tokens) => tokens.redeem(token)));
    expect(redeemed.filter((keyId) => keyId === "key_1")).toHaveLength(1);
    await store.close();
    await database.remove();
  });

  it("are at most 100, the newest", async () => {
    const database = await create();
    const store = await openStore(database.options);
    const end = Date.now() + MINUTE_MS;
    for (let index = 0; index <= 100; index++) {
      await store.signInTokens.create({ hash: `${index}`, keyId: "admin", expiresAt: end + index });
    }
    expect(await store.signInTokens.take("0")).toBeUndefined();
    expect(await store.signInTokens.take("1")).toMatchObject({ keyId: "admin" });
    await store.close();
    await database.remove();
  });
});
