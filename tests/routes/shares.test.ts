/** `/api/shares` on both mounts: content that is too long for a link, stored for a month. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { expectError } from "../support/expect-error.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";

const MONTH_MS = 30 * 86_400_000;

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  let store: Store;
  beforeAll(async () => {
    gateway = await startGateway({ mount });
    store = await openStore({ dataDir: gateway.dataDir });
  });
  afterAll(async () => {
    await store?.close();
    await gateway?.close();
  });

  const share = (body: unknown, headers = AUTHORIZED) =>
    fetch(`${gateway.url}/api/shares`, { method: "POST", headers, body: JSON.stringify(body) });
  const read = (id: string, headers = AUTHORIZED) => fetch(`${gateway.url}/api/shares/${id}`, { headers });
  const keyFor = async (name: string) => {
    const { secret } = await store.keys.create({ name });
    return { ...AUTHORIZED, authorization: `Bearer ${secret}` };
  };

  it("stores up to 1 MB under an unguessable id, and returns it to any key", async () => {
    const payload = `1.${randomBytes(749_998).toString("base64url").slice(0, 999_998)}`;
    expect(payload).toHaveLength(1_000_000);
    const response = await share({ payload }, await keyFor("Who shares"));
    expect(response.status).toBe(201);
    const stored = await response.json();
    expect(stored).toEqual({
      id: expect.stringMatching(/^share_[0-9a-z]{24}$/),
      created_at: expect.any(Number),
      expires_at: stored.created_at + MONTH_MS,
    });
    const answer = await read(stored.id, await keyFor("Who reads"));
    expect([answer.status, await answer.json()]).toEqual([200, { ...stored, payload }]);
    const again = await (await share({ payload: "1.AAAA" })).json();
    expect(again.id).not.toBe(stored.id);
  });

  it.each([
    [{}, 400, /payload/],
    [{ payload: "no version" }, 400, /must have the form <version>\.</],
    [{ payload: "1.<script>" }, 400, /deflated text/],
    [{ payload: `1.${"a".repeat(999_999)}` }, 400, /at most 1,000,000 characters/],
    [{ payload: `1.${"a".repeat(1_100_000)}` }, 413, /limit 978 kB/],
  ])("refuses an invalid payload: %#", async (body, status, message) => {
    const type = status === 413 ? "request_too_large" : "invalid_request_error";
    await expectError(await share(body), { status, message, type, param: status === 400 ? "payload" : undefined });
  });

  it("an unknown and an expired share are a 404; without a key it is a 401", async () => {
    const times = { createdAt: 1, expiresAt: Date.now() - 1 };
    const past = { id: "share_old", keyId: "admin", kind: "link" as const, payload: "1.AAAA", isPublic: 0, ...times };
    await store.shares.create(past);
    for (const id of ["share_old", "share_unknown"]) {
      const gone = { status: 404, message: /deleted or be more than 30 days old/, type: "not_found_error" };
      await expectError(await read(id), { ...gone, code: "share_not_found" });
    }
    expect((await fetch(`${gateway.url}/api/shares`, { method: "POST", body: '{"payload":"1.AAAA"}' })).status).toBe(
      401,
    );
    expect((await fetch(`${gateway.url}/api/shares/share_old`)).status).toBe(401);
  });
});
