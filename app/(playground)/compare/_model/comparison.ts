/**
 * Controller of the compare page: two to four columns, each a conversation in its own dialect, which receive the same
 * messages. A failure of one column does not affect the others.
 */
import type { startChatRun } from "#lib/playground/chat/chat-run.ts";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import {
  type ColumnPlace,
  FIRST_COLUMNS,
  MAXIMUM_COLUMNS,
  MINIMUM_COLUMNS,
  writeColumns,
} from "#lib/playground/compare/column-places.ts";
import { convertConversation } from "#lib/playground/conversion/convert-conversation.ts";
import { convertSettings } from "#lib/playground/conversion/convert-settings.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import type { Draft } from "#lib/playground/history/drafts.ts";
import type { History, TextPage } from "#lib/playground/history/history.ts";
import { newId } from "#lib/playground/history/new-id.ts";
import type { Price } from "#lib/playground/models/cost.ts";
import { createStore, type Store } from "#lib/playground/shell/create-store.ts";
import {
  type Column,
  type ColumnStart,
  createColumn,
  findBlock,
  getColumnPlace,
  getColumnStart,
  isEmptyColumn,
  isRunning,
} from "./column.ts";
import { type ColumnRecord, type ComparisonRecords, createRecord } from "./comparison-records.ts";
import type { ComparisonState } from "./comparison-state.ts";
import { loadPrices, savePrice } from "./prices.ts";
import { createStartGate } from "./start-together.ts";

export type Comparison = ReturnType<typeof createComparison>;

/** Milliseconds from the last change to a save, so that changes made together need one save. */
const SAVE_DELAY = 300;

export function createComparison({
  history,
  records,
  dialects,
  run,
}: {
  history: History;
  records: ComparisonRecords;
  dialects: { readonly [Page in TextPage]: TextDialect };
  run?: typeof startChatRun;
}) {
  const store: Store<ComparisonState> = createStore<ComparisonState>({
    id: newId(),
    columns: [],
    ready: false,
    list: [],
    running: [],
    empty: true,
    address: "",
    prices: loadPrices(),
  });
  /** Comparisons that are not on screen but have running responses. */
  const background = new Map<string, readonly Column[]>();
  let watched: (() => void)[] = [];
  let defaultModel: string | undefined;
  let saving: ReturnType<typeof setTimeout> | undefined;

  const find = (columnId: string) => store.get().columns.find(({ id }) => id === columnId);

  function make({ page, settings }: ColumnStart): Column {
    return createColumn({ dialect: dialects[page], history, settings, defaultModel, run });
  }

  /** Shows these columns and subscribes to their changes. */
  function show(id: string, columns: readonly Column[]): void {
    for (const stop of watched) stop();
    store.set({ id, columns });
    watched = columns.map((column) =>
      column.chat.store.subscribe(() => {
        refresh();
        saveSoon();
      }),
    );
    refresh();
  }

  /** Updates the state derived from all columns; does nothing when nothing changed. */
  function refresh(): void {
    const before = store.get();
    const { columns } = before;
    const ids = columns.filter(isRunning).map(({ id }) => id);
    const now = {
      running: ids.join() === before.running.join() ? before.running : ids,
      empty: columns.every(isEmptyColumn),
      blocked: findBlock(columns),
      address: writeColumns(columns.map(getColumnPlace)),
    };
    const keys = Object.keys(now) as (keyof typeof now)[];
    if (keys.some((key) => now[key] !== before[key])) store.set(now);
  }

  function saveSoon(): void {
    clearTimeout(saving);
    saving = setTimeout(save, SAVE_DELAY);
  }

  function save(): void {
    clearTimeout(saving);
    const { id, columns, empty } = store.get();
    if (empty) return;
    const record = createRecord(id, columns);
    const { columns: _columns, ...summary } = record;
    store.set(({ list }) => ({
      list: [summary, ...list.filter((other) => other.id !== id)].sort((a, b) => b.updatedAt - a.updatedAt),
    }));
    // A browser that refuses storage must not break the comparison.
    void records.save(record).catch(() => {});
  }

  /** Moves the comparison on screen to the background while its responses run. */
  function leave(): void {
    const { id, columns } = store.get();
    save();
    if (columns.some(isRunning)) background.set(id, columns);
  }

  async function restoreColumns(starts: readonly ColumnRecord[]): Promise<Column[]> {
    const columns = starts.map(make);
    await Promise.all(
      columns.map(({ chat }, index) => {
        const { sessionId, settings } = starts[index] ?? {};
        return chat.restore({ sessionId, settings });
      }),
    );
    return columns;
  }

  function replace(columnId: string, column: Column): void {
    const { id, columns } = store.get();
    find(columnId)?.chat.stop();
    show(
      id,
      columns.map((other) => (other.id === columnId ? column : other)),
    );
    saveSoon();
  }

  const freshColumns = (places: readonly ColumnPlace[]) =>
    places.map(({ page, model }) => make({ page, settings: { ...EMPTY_SETTINGS, ...(model ? { model } : {}) } }));

  function begin(columns: readonly Column[]): void {
    leave();
    show(newId(), columns);
  }

  async function open(id: string): Promise<void> {
    if (id === store.get().id) return;
    const running = background.get(id);
    const record = running ? undefined : await records.load(id).catch(() => undefined);
    if (!running && !record) return;
    leave();
    background.delete(id);
    show(id, running ?? (await restoreColumns(record?.columns ?? [])));
  }

  return {
    store,
    /** Sets the default model once the model list is loaded. */
    setDefaultModel(model: string | undefined): void {
      defaultModel = model;
      for (const { chat } of store.get().columns) chat.setDefaultModel(model);
    },
    /**
     * Opens the stored comparison `id`. Without one, creates columns at `places` or leaves the current comparison on
     * screen.
     */
    async restore({ id, places }: { id?: string; places?: readonly ColumnPlace[] }): Promise<void> {
      if (store.get().ready) {
        if (id) await open(id);
        else if (places && writeColumns(places) !== store.get().address) begin(freshColumns(places));
        return;
      }
      try {
        const [list, record] = await Promise.all([records.list(), id ? records.load(id) : undefined]);
        store.set({ list: list.map(({ columns: _columns, ...summary }) => summary) });
        if (record) show(record.id, await restoreColumns(record.columns));
      } catch {
        // Without storage the page works but remembers nothing.
      }
      if (store.get().columns.length === 0) show(newId(), freshColumns(places ?? FIRST_COLUMNS));
      store.set({ ready: true });
    },
    /** Sends to all columns; the requests start together. Settles when every response has ended; never rejects. */
    async send(draft: Draft): Promise<void> {
      const { columns } = store.get();
      const gate = createStartGate(columns.length);
      const answers = columns.map((column) => {
        column.waitFor(gate);
        return column.chat.send(draft);
      });
      // Saved at once, so that an early reload still finds the columns.
      save();
      await Promise.allSettled(answers);
    },
    stop(): void {
      for (const { chat } of store.get().columns) chat.stop();
    },
    addColumn(): void {
      const { id, columns } = store.get();
      const last = columns.at(-1);
      if (columns.length >= MAXIMUM_COLUMNS || !last) return;
      show(id, [...columns, make({ page: last.page, settings: last.chat.store.get().session.settings })]);
      saveSoon();
    },
    removeColumn(columnId: string): void {
      const { id, columns } = store.get();
      if (columns.length <= MINIMUM_COLUMNS) return;
      find(columnId)?.chat.stop();
      show(
        id,
        columns.filter((column) => column.id !== columnId),
      );
      saveSoon();
    },
    /** @param by number of places to the right; negative moves left */
    moveColumn(columnId: string, by: number): void {
      const { id, columns } = store.get();
      const from = columns.findIndex((column) => column.id === columnId);
      const moved = columns[from];
      const to = from + by;
      if (!moved || to < 0 || to >= columns.length) return;
      const others = columns.filter((column) => column !== moved);
      show(id, [...others.slice(0, to), moved, ...others.slice(to)]);
      saveSoon();
    },
    /** Switches the column to another dialect. @returns descriptions of what was dropped or changed */
    changePage(columnId: string, page: TextPage): string[] {
      const column = find(columnId);
      if (!column || column.page === page) return [];
      const { session, dropped } = convertConversation({
        session: column.chat.store.get().session,
        from: dialects[column.page],
        to: dialects[page],
      });
      const changed = make({ page, settings: session.settings });
      changed.chat.adopt(session);
      replace(columnId, changed);
      return dropped;
    },
    /**
     * Applies a column's settings, except for the model, to all other columns. @returns descriptions of what was
     * dropped
     */
    applyToAll(columnId: string): string[] {
      const source = find(columnId);
      if (!source) return [];
      const given = source.chat.store.get().session.settings;
      return store
        .get()
        .columns.filter(({ id }) => id !== columnId)
        .flatMap(({ page, chat }) => {
          const { settings, dropped } = convertSettings(given, dialects[source.page], dialects[page]);
          const { model: _model, ...shared } = settings;
          chat.changeSettings(shared);
          return dropped;
        });
    },
    /** Starts a new comparison with the same columns, or with these. */
    startNew(starts: readonly ColumnStart[] = store.get().columns.map(getColumnStart)): void {
      begin(starts.map(make));
    },
    open,
    async remove(id: string): Promise<void> {
      const { id: shown, columns } = store.get();
      const held = id === shown ? columns : background.get(id);
      const record = await records.load(id).catch(() => undefined);
      for (const { chat } of held ?? []) chat.stop();
      clearTimeout(saving);
      background.delete(id);
      if (id === shown) show(newId(), columns.map(getColumnStart).map(make));
      store.set(({ list }) => ({ list: list.filter((other) => other.id !== id) }));
      await records.remove(id).catch(() => {});
      for (const { sessionId } of record?.columns ?? []) await history.remove(sessionId).catch(() => {});
      await history.sweep().catch(() => {});
    },
    setPrice(model: string, price: Price | undefined): void {
      const prices = savePrice(model, price);
      store.set({ prices });
    },
    loadAttachment: (sha256: string) => history.loadBlob(sha256),
  };
}
