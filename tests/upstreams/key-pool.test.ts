import { describe, expect, it } from "vitest";
import { KeyPool, type PooledKey } from "#lib/upstreams/key-pool.ts";

const keys = ["A", "B", "C"].map((variable) => ({ variable, value: `secret-${variable}` }));

describe("a pool of API keys", () => {
  it("uses its keys in turn", () => {
    const pool = new KeyPool(keys);
    expect([1, 2, 3, 4].map(() => pool.take().variable)).toEqual(["A", "B", "C", "A"]);
  });

  it.each([401, 402, 403, 429])("sets a key aside after a %i for as long as the upstream says", (status) => {
    let now = 0;
    const pool = new KeyPool(keys, () => now);
    const refused = pool.take();
    expect(pool.refuse(refused, status, { "retry-after": "20" })?.variable).toBe("B");
    expect(pool.describe()[0]).toEqual({ variable: "A", state: "set aside", status, retry_in_ms: 20_000 });
    expect([1, 2, 3].map(() => pool.take().variable)).toEqual(["C", "B", "C"]);
    now = 20_000;
    expect(new Set([1, 2, 3].map(() => pool.take().variable))).toEqual(new Set(["A", "B", "C"]));
    expect(pool.describe()[0]).toEqual({ variable: "A", state: "active" });
  });

  it.each([200, 400, 404, 500, 503])("keeps a key in use after a %i", (status) => {
    const pool = new KeyPool(keys);
    expect(pool.refuse(pool.take(), status, { "retry-after": "20" })).toBeUndefined();
    expect(pool.describe().map(({ state }) => state)).toEqual(["active", "active", "active"]);
  });

  it("uses the key that comes back first while all are set aside", () => {
    const pool = new KeyPool(keys, () => 0);
    let key: PooledKey | undefined = pool.take();
    for (const seconds of ["30", "10", "20"]) key = key && pool.refuse(key, 429, { "retry-after": seconds });
    expect(key).toBeUndefined();
    expect(pool.take().variable).toBe("B");
    expect(pool.refuse(pool.take(), 429, {})).toBeUndefined();
  });

  it("does not use a key again at once when the upstream asks for no wait, nor for ever when it asks for a year", () => {
    const pool = new KeyPool(keys, () => 0);
    const next = pool.refuse(pool.take(), 429, { "retry-after": "0" });
    if (next) pool.refuse(next, 403, { "retry-after": "31536000" });
    expect(pool.describe().map(({ retry_in_ms }) => retry_in_ms)).toEqual([1_000, 3_600_000, undefined]);
  });

  it("writes the key where a dialect wrote the first one", () => {
    const pool = new KeyPool(keys);
    const headers = { authorization: "Bearer secret-A", "x-api-key": "secret-A", accept: "*/*" };
    expect(pool.sign(headers, pool.take())).toEqual(headers);
    expect(pool.sign(headers, pool.take())).toEqual({
      authorization: "Bearer secret-B",
      "x-api-key": "secret-B",
      accept: "*/*",
    });
  });
});
