/** Quotas of a key: counted for every kind, exact when many come at once, and given back when something goes. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NO_QUOTAS, type QuotaKind } from "#lib/config/quotas.ts";
import type { ConversationKind } from "#lib/contract/stored-conversation.ts";
import type { EvaluationRecord } from "#lib/store/evaluations/evaluation-record.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import type { StoredResponse } from "#lib/store/stored-response.ts";
import { videoTask } from "../support/video-task.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const databases = await startTestDatabases();
const HOUR = 3_600_000;
const SIZE = 5_000;

type Kind = {
  kind: QuotaKind;
  store(store: Store, id: string, expiresAt: number): Promise<unknown>;
  remove(store: Store, id: string): Promise<unknown>;
};

function responseOf(id: string, expiresAt: number): StoredResponse {
  const common = { id, keyId: "key_1", previousId: null, createdAt: 1, expiresAt, aliveAt: 1, runBy: "a" };
  return { ...common, fence: 1, job: null, response: "r".repeat(SIZE - 2), input: "[]" };
}

const owned = (id: string, expiresAt: number) => ({ id, keyId: "key_1", createdAt: 1, expiresAt });

function evaluationOf(id: string, expiresAt: number): EvaluationRecord {
  const times = { createdAt: 1, updatedAt: 1, endedAt: null, expiresAt, claimedUntil: 0 };
  const rest = { stopped: null, claimedBy: null, fence: 0, rowCount: 1, columnCount: 1, concurrency: 1 };
  const texts = { definition: "d".repeat(SIZE - 2), dataset: "[]" };
  return { id, keyId: "key_1", name: "E", state: "paused", ...texts, ...times, ...rest };
}

const KINDS: Kind[] = [
  {
    kind: "files",
    store: (store, id, expiresAt) =>
      store.files.create({
        ...owned(id, expiresAt),
        filename: "a.txt",
        displayName: null,
        mediaType: "text/plain",
        bytes: SIZE,
        sha256: "00",
        purpose: null,
      }),
    remove: (store, id) => store.files.remove(id),
  },
  {
    kind: "uploads",
    store: (store, id, expiresAt) =>
      store.uploads.create({
        ...owned(id, expiresAt),
        filename: "a.txt",
        displayName: null,
        mediaType: null,
        expectedBytes: null,
        receivedBytes: 0,
        reservedBytes: SIZE,
      }),
    remove: (store, id) => store.uploads.remove(id),
  },
  {
    kind: "shares",
    store: (store, id, expiresAt) =>
      store.shares.create({ ...owned(id, expiresAt), kind: "link", payload: "é".repeat(SIZE / 2), isPublic: 0 }),
    remove: (store, id) => store.shares.remove(id),
  },
  {
    kind: "images",
    store: (store, id, expiresAt) =>
      store.assets.create({ ...owned(id, expiresAt), mediaType: "image/png", bytes: SIZE, kind: "images" }),
    remove: (store, id) => store.assets.remove([id]),
  },
  {
    kind: "videos",
    store: (store, id) =>
      store.videoTasks.create(videoTask({ key: id, keyId: "key_1", call: "c".repeat(SIZE) }), { idempotentSince: 0 }),
    remove: (store, id) => store.videoTasks.remove(id),
  },
  {
    kind: "evaluations",
    store: (store, id, expiresAt) => store.evaluations.create(evaluationOf(id, expiresAt)),
    remove: (store, id) => store.evaluations.remove(id),
  },
  conversationKind("conversations", "conversation"),
  conversationKind("presets", "preset"),
];

function conversationKind(kind: "conversations" | "presets", stored: ConversationKind): Kind {
  return {
    kind,
    store: async (store, id) => {
      const words = { searchWords: "ab", content: "c".repeat(SIZE - 2) };
      const facts = { kind: stored, page: "chat", title: "T", folder: "", tags: null };
      await store.conversations.write({ keyId: "key_1", id }, { ...facts, ...words }, 0);
    },
    async remove(store, id) {
      await store.conversations.trash({ keyId: "key_1", id }, 1);
      await store.conversations.remove({ keyId: "key_1", id });
    },
  };
}

describe.each(databases)("on $name", ({ name, create }) => {
  let database: TestDatabase;
  let store: Store;
  let soon: number;
  beforeEach(async () => {
    database = await create();
    soon = Date.now() + HOUR;
  });
  afterEach(async () => {
    await store.close();
    await database.remove();
  });

  async function open(quotas: Partial<typeof NO_QUOTAS> = {}): Promise<void> {
    store = await openStore({ ...database.options, quotas: { ...NO_QUOTAS, ...quotas } });
  }

  async function use(): Promise<Record<string, unknown>> {
    const rows = await database.execute("select kind, items, bytes from storage_use where items <> 0 or bytes <> 0");
    return Object.fromEntries(rows.map(({ kind, items, bytes }) => [kind, [Number(items), Number(bytes)]]));
  }

  /** Stores ten at once. @returns how many were, and what the others were told */
  async function storeTen({ store: add }: Kind): Promise<{ stored: string[]; errors: unknown[] }> {
    const ids = Array.from({ length: 10 }, (_, index) => `id${index}`);
    const results = await Promise.allSettled(ids.map((id) => add(store, id, soon)));
    return {
      stored: ids.filter((_, index) => results[index]?.status === "fulfilled"),
      errors: results.flatMap((result) => (result.status === "rejected" ? [result.reason] : [])),
    };
  }

  describe.each(KINDS)("$kind", (one) => {
    const { kind, remove } = one;

    test("of ten concurrent writes for three places three succeed, and one more after a removal", async () => {
      await open({ [kind]: { count: 3, bytes: Infinity } });
      const { stored, errors } = await storeTen(one);
      expect(stored).toHaveLength(3);
      expect(new Set(errors.map(String)).size).toBe(1);
      expect(errors[0]).toMatchObject({ status: 507, code: "quota_exceeded", message: expect.stringContaining("3 ") });
      expect(await use()).toEqual({ [kind]: [3, 3 * SIZE] });
      await remove(store, stored[0] as string);
      expect(await use()).toEqual({ [kind]: [2, 2 * SIZE] });
      await one.store(store, "again", soon);
      await expect(one.store(store, "beyond", soon)).rejects.toMatchObject({ status: 507 });
    });
  });

  test("bytes are limited like places, per key", async () => {
    await open({ shares: { count: Infinity, bytes: 2 * SIZE + 1 } });
    const shares = KINDS.find(({ kind }) => kind === "shares") as Kind;
    const { stored, errors } = await storeTen(shares);
    expect(stored).toHaveLength(2);
    expect(errors[0]).toMatchObject({
      status: 507,
      message: expect.stringMatching(/^This key may store 9\.8 kB of shares; this request would make it 15 kB\./),
    });
    await store.shares.create({
      ...owned("of another", soon),
      keyId: "key_2",
      kind: "link",
      payload: "1",
      isPublic: 0,
    });
  });

  test("responses count in their latest form, and release everything", async () => {
    await open();
    await Promise.all(["resp_1", "resp_2"].map((id) => store.responses.create(responseOf(id, soon), [`msg_${id}`])));
    expect(await use()).toEqual({ responses: [2, 2 * SIZE] });
    await store.responses.renew(["resp_1"], "a");
    const changed = { to: { response: "é" }, itemIds: ["msg_1"] };
    await store.responses.update(responseOf("resp_1", soon), { runBy: "a", fence: 1 }, changed);
    expect(await use()).toEqual({ responses: [2, SIZE + 4] });
    for (const id of ["resp_1", "resp_2"]) await store.responses.remove({ id, keyId: "key_1" });
    expect(await use()).toEqual({});
  });

  test("places of responses are reserved, so that concurrent calls cannot exceed the quota", async () => {
    await open({ responses: { count: 3, bytes: Infinity } });
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => store.responses.reserve("key_1")));
    const reserved = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expect(reserved).toHaveLength(3);
    await expect(store.responses.reserve("key_1")).rejects.toMatchObject({
      status: 507,
      message: expect.stringContaining("store: false"),
    });
    await store.responses.reserve("key_2");
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      // Nothing was stored: when that is certain, the places are free again.
      for (const release of reserved) release();
      await expect(store.responses.reserve("key_1")).rejects.toMatchObject({ status: 507 });
      vi.advanceTimersByTime(10_000);
      await expect(store.responses.reserve("key_1")).resolves.toBeTypeOf("function");
    } finally {
      vi.useRealTimers();
    }
  });

  test("an expired share makes room at once", async () => {
    await open({ shares: { count: 1, bytes: Infinity } });
    const shares = KINDS.find(({ kind }) => kind === "shares") as Kind;
    await shares.store(store, "old", Date.now() - 1);
    await shares.store(store, "new", soon);
    await expect(shares.store(store, "beyond", soon)).rejects.toMatchObject({ status: 507 });
  });

  test("an asset counts by its kind, at least one disk block, and may exceed the quota", async () => {
    await open({ videos: { count: Infinity, bytes: 10_000 } });
    const video = { ...owned("a", soon), mediaType: "video/mp4", bytes: 20_000, kind: "videos" } as const;
    await expect(store.assets.create(video)).rejects.toMatchObject({ status: 507 });
    await store.assets.create(video, { overQuota: true });
    await store.assets.create({ ...owned("b", soon), mediaType: "image/png", bytes: 1, kind: "shares" });
    expect(await use()).toEqual({ videos: [0, 20_000], shares: [0, 4_096] });
    await store.assets.removeExpired(soon, async () => {});
    expect(await use()).toEqual({});
  });

  test("a conversation that becomes a preset counts as one", async () => {
    await open();
    const facts = { page: "chat", title: "T", folder: "", tags: null, searchWords: "" };
    const of = { keyId: "key_1", id: "a" };
    await store.conversations.write(of, { ...facts, kind: "conversation", content: "{}" }, 0);
    expect(await use()).toEqual({ conversations: [1, 2] });
    await store.conversations.write(of, { ...facts, kind: "preset", content: "{ }" }, 1);
    expect(await use()).toEqual({ presets: [1, 3] });
  });

  test("presets of an existing database are counted apart when it is migrated", async () => {
    await open();
    for (const { kind, store: add } of KINDS)
      if (kind === "conversations" || kind === "presets") await add(store, kind, soon);
    await store.close();
    const isPostgres = name === "Postgres";
    for (const event of ["stored", "removed", "changed"])
      await database.execute(
        isPostgres ? `drop function conversations_${event}() cascade` : `drop trigger conversations_${event}`,
      );
    await database.execute("delete from storage_use");
    await database.execute(
      `insert into storage_use (key_id, kind, items, bytes) values ('key_1', 'conversations', 2, ${2 * SIZE})`,
    );
    // The triggers of before, whose bodies do not matter: the migration replaces them.
    for (const event of ["stored", "removed", "changed"])
      await database.execute(
        isPostgres
          ? `create function conversations_${event}() returns trigger language plpgsql as $$ begin return null; end $$`
          : `create trigger conversations_${event} after delete on conversations begin select 1; end`,
      );
    await database.execute("delete from kysely_migration where name >= '0034'");
    await open();
    expect(await use()).toEqual({ conversations: [1, SIZE], presets: [1, SIZE] });
    await store.conversations.trash({ keyId: "key_1", id: "presets" }, 1);
    await store.conversations.remove({ keyId: "key_1", id: "presets" });
    expect(await use()).toEqual({ conversations: [1, SIZE] });
  });

  test("an existing database is counted when it is migrated", async () => {
    await open();
    for (const one of KINDS) await one.store(store, "a", soon);
    await store.responses.create(responseOf("resp_1", soon), []);
    await store.assets.create({ ...owned("v", soon), mediaType: "video/mp4", bytes: SIZE, kind: "videos" });
    await store.close();
    // Their tables are gone with their migration.
    const { evaluations: _, conversations: __, presets: ___, ...before } = await open().then(use);
    await store.close();
    for (const statement of undo(name === "Postgres")) await database.execute(statement);
    await open();
    // Before, an upload had reserved nothing.
    expect(await use()).toEqual({ ...before, uploads: [1, 0] });
    await store.files.remove("a");
    expect(await use()).not.toHaveProperty("files");
  });
});

const COUNTERS = ["lock", "add_to_window", "add_to_holds", "take", "settle", "raise", "join", "renew", "leave"];

const CHANGES = ["api_keys_versioned", "sessions_versioned", "providers_versioned"];
/** Triggers of the request log, by which stored hours of usage change. */
const LOG_CHANGES = ["request_log_late", "request_log_removed"];
const CHANGES_BY_EVENT = ["api_keys_versioned_update", "api_keys_versioned_delete", "sessions_versioned_delete"];

/** Takes back the migration of the sums, and those after it. */
function undo(isPostgres: boolean): string[] {
  const triggers = ["files", "uploads", "responses", "shares", "video_tasks", "assets"].flatMap((table) =>
    ["stored", "removed", ...(table === "responses" ? ["changed"] : [])].map((event) => `${table}_${event}`),
  );
  const ofEvaluations = ["evaluations", "evaluation_cells"];
  return [
    ...(isPostgres ? [] : ["drop table conversation_search"]),
    "drop table conversations",
    "drop table conversation_owners",
    "drop table mcp_sign_ins",
    "drop table conversation_tombstones",
    ...(isPostgres ? ["stored", "removed", "changed"].map((event) => `drop function conversations_${event}()`) : []),
    "drop table batches",
    "alter table request_log drop column prefix",
    "alter table request_log drop column prompt",
    ...["prompts", "prompt_versions", "prompt_labels"].map((table) => `drop table ${table}`),
    ...(isPostgres
      ? [
          "prompts_versioned",
          ...["prompts", "prompt_versions"].flatMap((table) => [`${table}_stored`, `${table}_removed`]),
        ]
      : []
    ).map((trigger) => `drop function ${trigger}()`),
    ...ofEvaluations.map((table) => `drop table ${table}`),
    ...(isPostgres
      ? ofEvaluations.flatMap((table) => ["stored", "removed"].map((event) => `drop function ${table}_${event}()`))
      : []),
    "alter table request_log drop column emulated",
    isPostgres ? "drop function people_versioned() cascade" : "drop trigger people_versioned",
    "drop table people",
    "drop index sessions_key_id",
    "drop index api_keys_person_id",
    "alter table api_keys drop column person_id",
    ...["last_seen_at", "address", "user_agent", "provider_session"].map(
      (column) => `alter table sessions drop column ${column}`,
    ),
    "drop table request_records",
    ...(isPostgres ? ["stored", "removed"].map((event) => `drop function request_records_${event}()`) : []),
    ...(isPostgres ? [...CHANGES, ...LOG_CHANGES] : [...CHANGES_BY_EVENT, ...LOG_CHANGES]).map((trigger) =>
      isPostgres ? `drop function ${trigger}() cascade` : `drop trigger ${trigger}`,
    ),
    ...triggers.map((trigger) => (isPostgres ? `drop function ${trigger}() cascade` : `drop trigger ${trigger}`)),
    "drop table storage_use",
    "drop index files_expires_at",
    "alter table assets drop column kind",
    "alter table uploads drop column reserved_bytes",
    "drop table providers",
    "drop index api_keys_previous_hash",
    ...["disabled_at", "group_name", "policy", "tags", "previous_hash", "previous_expires_at"].map(
      (column) => `alter table api_keys drop column ${column}`,
    ),
    ...["cost", "target", "attempts", "group_name", "tags", "images", "characters", "hooks", "cache"].map(
      (column) => `alter table request_log drop column ${column}`,
    ),
    ...["group_name", "tags"].map((column) => `alter table video_tasks drop column ${column}`),
    "drop index responses_running",
    ...["fence", "job"].map((column) => `alter table responses drop column ${column}`),
    "alter table video_tasks drop column fence",
    "drop table instances",
    // Only Postgres counts limits in its own functions.
    ...(isPostgres ? COUNTERS.map((name) => `drop function counters_${name}`) : []),
    ...(isPostgres ? ["instances", "windows", "holds"].map((name) => `drop table counter_${name} cascade`) : []),
    "drop table usage_hours",
    "drop table change_versions",
    "drop table sign_in_tokens",
    "drop table alerts",
    "drop table audit_log",
    ...(isPostgres ? ["drop function audit_log_fixed"] : []),
    "delete from kysely_migration where name >= '0011'",
  ];
}
