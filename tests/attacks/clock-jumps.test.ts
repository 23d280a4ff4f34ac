/** A machine's clock that is wrong for a while: what was refused or postponed meanwhile is not so afterwards. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_QUOTAS } from "#lib/config/quotas.ts";
import { createSignInTokens } from "#lib/gateway/endpoints/session/sign-in-tokens.ts";
import { createKeyRing } from "#lib/gateway/request/key-ring.ts";
import { hashSecret } from "#lib/store/hash-secret.ts";
import { createReservations } from "#lib/store/quota/reservations.ts";
import { keyRecord } from "#tests/support/key-record.ts";
import { sessionRecord } from "#tests/support/session-record.ts";
import { createTokenTable } from "#tests/support/token-table.ts";

const HOUR = 3_600_000;
const EXPIRY = 1_800_000_000_000;
const KEY = keyRecord("secret", { expiresAt: EXPIRY });
const SESSION = sessionRecord("token", { keyId: KEY.id, expiresAt: EXPIRY });

function open() {
  const clock = { now: EXPIRY - HOUR, elapsed: 0 };
  let lookUps = 0;
  const look = <Found>(found: Found) => {
    lookUps += 1;
    return Promise.resolve(found);
  };
  const unused = () => Promise.reject(new Error("not part of this test"));
  const ring = createKeyRing({
    store: {
      keys: {
        touch() {},
        findByHash: () => look(KEY),
        findById: async () => KEY,
      },
      sessions: { remove: unused, findByHash: () => look(SESSION) },
    },
    adminKey: { hash: hashSecret("admin") },
    now: () => clock.now,
    elapsed: () => clock.elapsed,
  });
  return { clock, ring, lookUps: () => lookUps };
}

const CREDENTIALS: [name: string, find: (ring: ReturnType<typeof createKeyRing>) => unknown][] = [
  ["a key", (ring) => ring.findKey("secret")],
  ["a session", (ring) => ring.findSession("token")],
];

describe.each(CREDENTIALS)("%s", (_name, find) => {
  it.each([
    ["never seen before", false],
    ["in use", true],
  ])(
    "%s is refused while the clock is past its expiry, and accepted once the clock is right again",
    async (_, used) => {
      const { clock, ring } = open();
      if (used) expect(await find(ring)).toMatchObject({ keyId: "key_1" });
      clock.now += 2 * HOUR;
      expect(await find(ring)).toBeUndefined();
      clock.now -= 2 * HOUR;
      clock.elapsed += 1;
      expect(await find(ring)).toMatchObject({ keyId: "key_1" });
    },
  );

  it("is looked up again after five seconds although the clock was set back", async () => {
    const { clock, ring, lookUps } = open();
    await find(ring);
    clock.now -= HOUR;
    clock.elapsed += 5_000;
    await find(ring);
    expect(lookUps()).toBe(2);
  });
});

it("a sign-in link lives ten minutes of elapsed time, whatever the clock says", async () => {
  let elapsed = 0;
  const tokens = createSignInTokens(createTokenTable(), { now: Date.now, elapsed: () => elapsed });
  const { token } = await tokens.issue("key_1");
  const other = await tokens.issue("key_1");
  elapsed += 599_999;
  expect(await tokens.redeem(token)).toBe("key_1");
  elapsed += 1;
  expect(await tokens.redeem(other.token)).toBeUndefined();
});

describe("the sums of a quota", () => {
  afterEach(() => void vi.useRealTimers());

  it("are read again after five seconds although the clock was set back", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    let items: number = DEFAULT_QUOTAS.responses.count;
    const reserve = createReservations({ use: async () => ({ items, bytes: 0 }) }, DEFAULT_QUOTAS);
    const place = () => reserve({ keyId: "key_1", kind: "responses" }, 1);
    items -= 1;
    const release = await place();
    vi.setSystemTime(Date.now() - HOUR);
    release();
    vi.advanceTimersByTime(7_000);
    (await place())();
    vi.advanceTimersByTime(7_000);
    items = DEFAULT_QUOTAS.responses.count;
    await expect(place()).rejects.toMatchObject({ status: 507 });
  });
});
