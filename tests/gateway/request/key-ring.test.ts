/** KeyRing with a clock of its own: how long a response of the store counts. */
import { beforeEach, describe, expect, it } from "vitest";
import { createKeyRing, type KeyRing } from "#lib/gateway/request/key-ring.ts";
import { hashSecret } from "#lib/store/hash-secret.ts";
import type { KeyRecord, SessionRecord } from "#lib/store/store.ts";
import { keyRecord } from "#tests/support/key-record.ts";
import { sessionRecord } from "#tests/support/session-record.ts";

const START = 1_700_000_000_000;
const ADMIN_SECRET = "admin-secret-0123456789";

let now: number;
let records: KeyRecord[];
let sessions: SessionRecord[];
let lookUps: number;
let touched: [string, number][];
let ring: KeyRing;

beforeEach(() => {
  now = START;
  records = [];
  sessions = [];
  lookUps = 0;
  touched = [];
  ring = createKeyRing({
    store: storeOf(),
    adminKey: { hash: hashSecret(ADMIN_SECRET) },
    now: () => now,
    elapsed: () => now,
  });
});

function storeOf(): Parameters<typeof createKeyRing>[0]["store"] {
  return {
    keys: {
      findByHash: async (hash) => {
        lookUps++;
        return records.find((record) => record.hash === hash || record.previousHash === hash);
      },
      findById: async (id) => records.find((record) => record.id === id),
      touch: (id, at) => touched.push([id, at]),
    },
    sessions: {
      findByHash: async (hash) => {
        lookUps++;
        return sessions.find((session) => session.hash === hash);
      },
      remove: async (hash) => {
        sessions = sessions.filter((session) => session.hash !== hash);
      },
    },
  };
}

function addKey(secret: string, changes: Partial<KeyRecord> = {}): KeyRecord {
  const record = keyRecord(secret, { id: `key_${records.length}`, name: secret, createdAt: START, ...changes });
  records.push(record);
  return record;
}

describe("a key", () => {
  it("is unknown while it is disabled", async () => {
    addKey("app", { disabledAt: START });
    expect(await ring.findKey("app")).toBeUndefined();
  });

  it("has its limits and its group, and none without", async () => {
    const policy = { limits: { requests_per_minute: 5 }, budget: {}, models: null, routes: null };
    addKey("limited", { policy, group: "ci" });
    addKey("free");
    expect(await ring.findKey("limited")).toMatchObject({ policy, group: "ci" });
    expect(Object.keys((await ring.findKey("free")) ?? {})).toEqual(["keyId", "name", "scopes"]);
  });

  it("is known by its secret before a rotation until that ends", async () => {
    addKey("new", { previousHash: hashSecret("old"), previousExpiresAt: START + 10_000 });
    expect(await ring.findKey("old")).toMatchObject({ keyId: "key_0" });
    now = START + 10_001;
    expect(await ring.findKey("old")).toBeUndefined();
    expect(await ring.findKey("new")).toMatchObject({ keyId: "key_0" });
  });

  it("is looked up once and then known for five seconds", async () => {
    addKey("app");
    for (const elapsed of [0, 2_000, 4_999]) {
      now = START + elapsed;
      expect(await ring.findKey("app")).toMatchObject({ keyId: "key_0", name: "app", scopes: ["inference"] });
    }
    expect(lookUps).toBe(1);
    now = START + 5_000;
    await ring.findKey("app");
    expect(lookUps).toBe(2);
  });

  it("that is revoked stops after five seconds at the latest", async () => {
    const record = addKey("app");
    await ring.findKey("app");
    record.revokedAt = now;
    now += 5_000;
    expect(await ring.findKey("app")).toBeUndefined();
  });

  it("that is forgotten stops at once, and so do its sessions, whatever the store returns", async () => {
    const record = addKey("app");
    addKey("other");
    sessions.push(sessionRecord("token", { keyId: record.id, createdAt: START, expiresAt: START + 1e9 }));
    expect(await ring.findKey("app")).toBeDefined();
    expect(await ring.findSession("token")).toBeDefined();
    expect(await ring.findKey("other")).toBeDefined();
    ring.forgetKey(record.id);
    expect([await ring.findKey("app"), await ring.findSession("token")]).toEqual([undefined, undefined]);
    expect(await ring.findKey("other")).toMatchObject({ keyId: "key_1" });
  });

  it("that is forgotten during its lookup is not accepted", async () => {
    const record = addKey("app");
    const asked = ring.findKey("app");
    ring.forgetKey(record.id);
    expect(await asked).toBeUndefined();
  });

  it("that is unknown is looked up again after five seconds", async () => {
    expect(await ring.findKey("app")).toBeUndefined();
    addKey("app");
    now += 5_000;
    expect(await ring.findKey("app")).toMatchObject({ keyId: "key_0" });
  });

  it("that expires stops at its time, cached or not", async () => {
    addKey("app", { expiresAt: START + 1_000 });
    expect(await ring.findKey("app")).toBeDefined();
    now = START + 1_000;
    expect(await ring.findKey("app")).toBeUndefined();
  });

  it("has each of its uses recorded, and no others", async () => {
    addKey("app");
    await ring.findKey("app");
    now += 100;
    await ring.findKey("app");
    await ring.findKey("unknown");
    await ring.findKey(ADMIN_SECRET);
    expect(touched).toEqual([
      ["key_0", START],
      ["key_0", START + 100],
    ]);
  });

  it("of the admin needs no lookup", async () => {
    expect(await ring.findKey(ADMIN_SECRET)).toEqual({
      keyId: "admin",
      name: "Admin key",
      scopes: ["admin", "inference"],
    });
    expect(await ring.findKey(`${ADMIN_SECRET}x`)).toBeUndefined();
    expect(lookUps).toBe(1);
  });

  it("is evicted when more keys are used than the cache holds", async () => {
    addKey("first");
    await ring.findKey("first");
    for (let index = 0; index < 10_000; index++) {
      addKey(`other-${index}`);
      await ring.findKey(`other-${index}`);
    }
    lookUps = 0;
    expect(await ring.findKey("first")).toMatchObject({ keyId: "key_0" });
    expect(lookUps).toBe(1);
  });

  it("is not evicted by wrong keys", async () => {
    addKey("first");
    await ring.findKey("first");
    for (let index = 0; index < 10_000; index++) await ring.findKey(`unknown-${index}`);
    lookUps = 0;
    expect(await ring.findKey("first")).toMatchObject({ keyId: "key_0" });
    expect(lookUps).toBe(0);
  });
});

describe("a session", () => {
  const addSession = (token: string, keyId: string) =>
    sessions.push(sessionRecord(token, { keyId, createdAt: START, expiresAt: START + 1e9 }));

  it("acts for its key, and ends with it after five seconds at the latest", async () => {
    const record = addKey("app");
    addSession("token", record.id);
    expect(await ring.findSession("token")).toMatchObject({ keyId: "key_0" });
    record.revokedAt = now;
    now += 5_000;
    expect(await ring.findSession("token")).toBeUndefined();
  });

  it("of a key that expires ends at the key's time", async () => {
    const record = addKey("app", { expiresAt: START + 1_000 });
    addSession("token", record.id);
    expect(await ring.findSession("token")).toBeDefined();
    now = START + 1_000;
    expect(await ring.findSession("token")).toBeUndefined();
  });

  it("of the admin acts for the admin", async () => {
    addSession("token", "admin");
    expect(await ring.findSession("token")).toMatchObject({ keyId: "admin" });
  });

  it("of a removed key is not accepted", async () => {
    addSession("token", "key_gone");
    expect(await ring.findSession("token")).toBeUndefined();
  });

  it("that is forgotten ends at once", async () => {
    addSession("token", "admin");
    await ring.findSession("token");
    await ring.forgetSession("token");
    expect(await ring.findSession("token")).toBeUndefined();
  });

  it("is not a key, nor a key a session", async () => {
    addKey("app");
    addSession("token", "admin");
    expect(await ring.findKey("token")).toBeUndefined();
    expect(await ring.findSession("app")).toBeUndefined();
  });
});
