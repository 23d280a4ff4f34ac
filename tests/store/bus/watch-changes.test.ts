/** Changes of keys, sessions and providers, as another instance sees them. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { createBus, type Transport } from "#lib/store/bus/bus.ts";
import { type ChangeWatch, watchChanges } from "#lib/store/bus/watch-changes.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { startTestDatabases } from "../test-databases.ts";

const databases = await startTestDatabases();
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Two buses whose messages arrive, or are lost. */
function connectPair() {
  const transports: Transport[] = [];
  const wire = { isLossy: false };
  for (let index = 0; index < 2; index++) {
    transports.push({
      store: "redis",
      isOpen: true,
      send: (text) => {
        if (!wire.isLossy) for (const transport of transports) transport.onText(text);
      },
      onText() {},
      onOpen() {},
      close: async () => {},
    });
  }
  return { buses: transports.map((transport) => createBus(transport)), wire };
}

const NEVER_MS = 1_000_000;

async function watch(
  read: Store["readVersions"],
  options: { bus?: ReturnType<typeof createBus>; intervalMs?: number },
) {
  const seen: string[] = [];
  const note = (kind: string) => () => void seen.push(kind);
  const watched: ChangeWatch = await watchChanges({
    read,
    bus: options.bus ?? createBus(undefined),
    intervalMs: options.intervalMs ?? NEVER_MS,
    listeners: {
      keys: note("keys"),
      sessions: note("sessions"),
      providers: note("providers"),
      prompts: note("prompts"),
    },
    log: () => {},
  });
  ends.push(() => watched.close());
  return { watched, seen };
}

describe.each(databases)("changes on $name", ({ create }) => {
  async function open() {
    const database = await create();
    const store = await openStore(database.options);
    ends.push(
      () => database.remove(),
      () => store.close(),
    );
    return store;
  }

  it("are counted for keys, sessions and providers, and not for the time of a key's last use", async () => {
    const store = await open();
    const { watched, seen } = await watch(store.readVersions, {});
    const { record } = await store.keys.create({ name: "a" });
    store.keys.touch(record.id, Date.now());
    await store.flush();
    const session = { hash: "h", keyId: record.id, createdAt: 1, expiresAt: Date.now() + 60_000 };
    await store.sessions.create(session);
    await watched.check();
    expect(seen.splice(0)).toEqual([]);
    for (const [kind, change] of [
      ["keys", () => store.keys.update(record.id, { name: "b" })],
      ["keys", () => store.keys.rotate(record.id, 1_000)],
      ["sessions", () => store.sessions.remove("h")],
      ["keys", () => store.keys.revoke(record.id)],
      [
        "providers",
        () =>
          store.providers.put({
            ...{ id: "p", name: "P", preset: null, entry: "{}", sealedKey: null },
            ...{ createdAt: 1, updatedAt: 1 },
          }),
      ],
      ["providers", () => store.providers.remove("p")],
    ] as const) {
      await change();
      await watched.check();
      expect(seen.splice(0), String(change)).toContain(kind);
    }
  });
});

describe("a watch", () => {
  it("looks at once when another instance announces a change, and again when that comes during a look", async () => {
    const { buses } = connectPair();
    let version = 0;
    const reads: PromiseWithResolvers<void>[] = [];
    let isSlow = false;
    const read = async () => {
      const found = { keys: version };
      if (isSlow) {
        const step = Promise.withResolvers<void>();
        reads.push(step);
        await step.promise;
      }
      return found;
    };
    const { seen } = await watch(read, { bus: buses[0] as never });
    const { watched: other } = await watch(async () => ({ keys: version }), { bus: buses[1] as never });
    isSlow = true;
    other.announce();
    await vi.waitFor(() => expect(reads).toHaveLength(1));
    version = 1;
    other.announce();
    reads[0]?.resolve();
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    reads[1]?.resolve();
    await vi.waitFor(() => expect(seen).toEqual(["keys"]));
  });

  it("finds a change whose message was lost, and goes on after a read that failed", async () => {
    const { buses, wire } = connectPair();
    wire.isLossy = true;
    let version = 0;
    let failures = 2;
    const read = async () => {
      if (version > 0 && failures-- > 0) throw new Error("gone");
      return { keys: version };
    };
    const { seen } = await watch(read, { bus: buses[0] as never, intervalMs: 5 });
    version = 1;
    buses[1]?.publish("changed", {});
    await vi.waitFor(() => expect(seen).toEqual(["keys"]));
  });
});
