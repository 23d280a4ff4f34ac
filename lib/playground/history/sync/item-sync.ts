/**
 * Keeps items of one kind and page, such as the conversations of a page, the same here and on the gateway. What is here
 * is never overwritten by what is there, and the other way around: a write names the revision that it is based on, and
 * after a 409 both are combined.
 */
import type { ConversationChanges, StoredConversation, WholeConversation } from "#lib/contract/stored-conversation.ts";
import { createStore } from "#lib/playground/shell/create-store.ts";
import { addToast } from "#lib/playground/shell/toasts.ts";
import type { SyncRecord, SyncRecords } from "./sync-records.ts";
import type { SyncState, SyncStatus } from "./sync-status.ts";
import type { SyncedItems } from "./synced-items.ts";

const ALL = "/api/conversations";
const PAGE = 200;
/** Attempts of one write; each other device that writes at the same time costs one. */
const MOST_ATTEMPTS = 8;
class Unreachable extends Error {}

export function createItemSync<Item extends { id: string }>({
  items,
  owner,
  records,
  send = fetch,
}: {
  items: SyncedItems<Item>;
  owner: string;
  records: SyncRecords;
  send?: typeof fetch;
}) {
  const { fingerprint } = items;
  /** Page of the records: presets of a page have their own. */
  const page = items.kind === "conversation" ? items.page : `${items.page}.${items.kind}s`;
  const status = createStore<SyncStatus>({ states: {}, isOnline: true });
  const cursorName = `${owner}.${page}`;
  const note = (id: string, state: SyncState, problem?: string) =>
    status.set(({ states }) => ({ states: { ...states, [id]: state }, ...(problem && { problem }) }));

  const forget = (id: string) => status.set(({ states: { [id]: _gone, ...states } }) => ({ states }));

  /** @throws Unreachable without a response of the gateway, or with one that another attempt may change */
  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { "content-type": "application/json" };
    const response = await send(ALL + path, { credentials: "same-origin", headers, ...init }).catch(() => undefined);
    const isGone =
      !response || [401, 408, 429].includes(response.status) || [500, 502, 503, 504].includes(response.status);
    status.set({ isOnline: !isGone });
    if (isGone) throw new Unreachable();
    return response;
  }

  const isForeign = (record: SyncRecord | undefined) => record?.owner !== undefined && record.owner !== owner;

  /** Returns the part of a record that says what both sides have. */
  function synced(item: Item): Pick<SyncRecord, "fingerprint" | "listed" | "filing"> {
    const { folder, tags } = items.toStored(item);
    return { fingerprint: fingerprint(item), listed: items.describe(item), filing: { folder, tags } };
  }

  /** Stores what the gateway has, combined with what has changed here. @returns the ID of a copy beside it */
  async function take(whole: WholeConversation): Promise<string | undefined> {
    const remote = items.toItem(whole);
    if (!remote) return undefined;
    const { id, revision } = whole;
    const known = await records.get(id);
    const print = fingerprint(remote);
    let copy: Item | undefined;
    await items.receive(id, (own) => {
      if (!own || fingerprint(own) === known?.fingerprint) return remote;
      if (fingerprint(own) === print) return own;
      const combined = items.combine({ own, remote, whole, known });
      copy = combined.copy;
      return combined.item;
    });
    if (copy) await addCopy(copy);
    // After the item: when the page is closed in between, the next write has an old revision and both are combined
    // again. One in the trash differs from the one here, so that the next write takes it out.
    await records.put({
      id,
      page,
      owner,
      revision,
      ...(whole.deleted_at === null && synced(remote)),
    });
    return copy?.id;
  }

  async function addCopy(copy: Item): Promise<void> {
    await items.receive(copy.id, (own) => own ?? copy);
    note(copy.id, "waiting");
  }

  async function settle(): Promise<void> {
    for (const id of (await items.settle?.()) ?? []) note(id, "waiting");
  }

  async function takeChange({ id, revision, deleted_at: deletedAt }: StoredConversation): Promise<void> {
    const known = await records.get(id);
    if (known?.isDeviceOnly || isForeign(known) || known?.revision === revision) return;
    const own = await items.load(id);
    if (own && fingerprint(own) !== known?.fingerprint) note(id, "waiting");
    if (deletedAt === null) {
      const response = await ask(`/${id}`);
      if (response.ok) await take((await response.json()) as WholeConversation);
      if (status.get().states[id] !== "waiting") note(id, "saved");
      return;
    }
    // One that has changed here comes back from the trash with the next write.
    if (!own || fingerprint(own) !== known?.fingerprint) return;
    await records.put({ ...known, removed: "done", revision });
    await items.remove(id);
  }

  /**
   * Takes away what was removed for good elsewhere. What has changed here since stays as a copy.
   * @returns the ID of the copy
   */
  async function takeRemoval(id: string): Promise<string | undefined> {
    const [own, known] = await Promise.all([items.load(id), records.get(id)]);
    if (!known || known.isDeviceOnly || isForeign(known) || known.revision === 0) return undefined;
    // The write after its last change learns of the removal again.
    if (own && items.isBusy?.(own)) return undefined;
    const copy = own !== undefined && fingerprint(own) !== known.fingerprint ? items.toCopy(own) : undefined;
    // First the copy: a page that is closed in between loses nothing.
    if (copy) await items.receive(copy.id, () => copy);
    const isOpen = items.isOpen?.(id);
    await records.put({ id, page, owner, revision: 0, removed: "done" });
    if (own) await items.remove(id);
    forget(id);
    if (!own || !copy) return undefined;
    note(copy.id, "waiting");
    if (isOpen) await items.open?.(copy.id);
    const { title } = items.toStored(own);
    addToast({ title: `“${title}” was deleted elsewhere`, detail: "Your changes are saved as a copy." });
    return copy.id;
  }

  async function pull(): Promise<void> {
    for (;;) {
      const since = await records.getCursor(cursorName);
      const response = await ask(`/changes?since=${since}&limit=${PAGE}`);
      if (!response.ok) return;
      const changes = (await response.json()) as ConversationChanges;
      const isOurs = (entry: { kind: string; page: string }) => entry.kind === items.kind && entry.page === items.page;
      for (const entry of changes.data) if (isOurs(entry)) await takeChange(entry);
      for (const entry of changes.removed) if (isOurs(entry)) await takeRemoval(entry.id);
      await records.setCursor(cursorName, changes.next_since);
      if (!changes.has_more) return;
    }
  }

  async function remove(record: SyncRecord): Promise<void> {
    await records.put({ ...record, removed: "pending" });
    const response = await ask(`/${record.id}`);
    const stored = response.ok ? ((await response.json()) as WholeConversation) : undefined;
    // A second DELETE would remove it for good.
    if (stored?.deleted_at === null) await ask(`/${record.id}`, { method: "DELETE" });
    await records.put({ ...record, removed: "done" });
  }

  /** Writes an item to the gateway if it has changed here. */
  async function push(id: string): Promise<void> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const [item, record] = await Promise.all([items.load(id), records.get(id)]);
      if (!item) {
        if (record && record.revision > 0 && record.removed !== "done" && !record.isDeviceOnly && !isForeign(record)) {
          await remove(record);
        }
        return forget(id);
      }
      if (record?.isDeviceOnly || isForeign(record)) return note(id, "device");
      if (record?.removed) await records.put(withoutRemoved(record));
      const print = fingerprint(item);
      if (record?.fingerprint === print && !record.removed) return note(id, "saved");
      note(id, "waiting");
      if (items.isBusy?.(item)) return;
      const revision = record?.revision ?? 0;
      const body = JSON.stringify({ revision, kind: items.kind, ...items.toStored(item) });
      const response = await ask(`/${id}`, { method: "PUT", body });
      if (response.ok) {
        const stored = (await response.json()) as StoredConversation;
        await records.put({
          id,
          page,
          owner,
          revision: stored.revision,
          ...synced(item),
        });
        return note(id, "saved");
      }
      if (response.status === 409) {
        const current = await ask(`/${id}`);
        const copy = current.ok ? await take((await current.json()) as WholeConversation) : undefined;
        await settle();
        if (copy !== undefined) await push(copy);
      } else if (response.status === 410) {
        const copy = await takeRemoval(id);
        return copy === undefined ? undefined : push(copy);
      } else if (response.status === 404 && record) await records.put({ id, page, owner, revision: 0 });
      else {
        const { message } = (await response.json().catch(() => ({}))) as { message?: string };
        return note(id, "failed", message ?? `The gateway returned status ${response.status}.`);
      }
    }
  }

  /** One run at a time, also among the tabs of this browser. */
  let running: Promise<unknown> = Promise.resolve();
  function alone(run: () => Promise<void>): Promise<void> {
    const locked = () => (navigator.locks ? navigator.locks.request(`parlance.sync.${page}`, () => run()) : run());
    const next = running.then(locked, locked).catch((error: unknown) => {
      if (!(error instanceof Unreachable)) throw error;
    });
    running = next.catch(() => {});
    return next;
  }

  return {
    status,
    /** Takes what has changed on the gateway, and writes what has changed here. */
    sync: () =>
      alone(async () => {
        const known = new Map((await records.list(page)).map((record) => [record.id, record]));
        const states = { ...status.get().states };
        for (const { id, listed } of await items.list()) {
          const record = known.get(id);
          const isSame = record?.listed === listed;
          const state = record?.isDeviceOnly || isForeign(record) ? "device" : isSame ? "saved" : "waiting";
          // One that was refused is tried again when it changes.
          if (states[id] !== "failed") states[id] = state;
        }
        status.set({ states });
        await pull();
        await settle();
        for (const [id, state] of Object.entries(status.get().states)) if (state === "waiting") await push(id);
        for (const record of known.values()) if (record.removed === "pending") await push(record.id);
      }),
    /** Writes one that has changed here. */
    push: (id: string) => alone(() => push(id)),
    /** Keeps a conversation in this browser, and takes it from the gateway; or stores it there again. */
    async setDeviceOnly(id: string, isDeviceOnly: boolean): Promise<void> {
      await alone(async () => {
        const record = (await records.get(id)) ?? { id, page, revision: 0 };
        if (isForeign(record)) return;
        if (isDeviceOnly) {
          await records.put({ id, page, revision: 0, isDeviceOnly: true });
          note(id, "device");
          if (record.revision > 0) await ask(`/${id}`, { method: "DELETE" });
        } else {
          await records.put({ id, page, revision: 0 });
          await push(id);
        }
      });
    },
  };
}

function withoutRemoved({
  removed: _removed,
  listed: _listed,
  fingerprint: _fingerprint,
  filing: _filing,
  ...record
}: SyncRecord): SyncRecord {
  return record;
}
