/** One column: a chat controller for a dialect, whose requests can wait for those of the other columns. */
import { type Chat, createChat } from "#lib/playground/chat/chat.ts";
import type { startChatRun } from "#lib/playground/chat/chat-run.ts";
import type { ChatSettings } from "#lib/playground/chat/chat-settings.ts";
import { runningTurn } from "#lib/playground/chat/chat-state.ts";
import type { ColumnPlace } from "#lib/playground/compare/column-places.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import type { History, TextPage } from "#lib/playground/history/history.ts";
import { newId } from "#lib/playground/history/new-id.ts";
import type { StartGate } from "./start-together.ts";

export type Column = {
  id: string;
  page: TextPage;
  chat: Chat;
  /** Delays the next request until the gate opens. */
  waitFor(gate: StartGate): void;
};

/** Initial page and settings of a column. */
export type ColumnStart = { page: TextPage; settings: ChatSettings };

export function createColumn({
  dialect,
  history,
  settings,
  defaultModel,
  run,
}: {
  dialect: TextDialect;
  /** Shared by all columns, so that each file is stored once. */
  history: History;
  settings: ChatSettings;
  defaultModel: string | undefined;
  run?: typeof startChatRun;
}): Column {
  let gate: StartGate | undefined;
  const gated: TextDialect = {
    ...dialect,
    async buildRequest(conversation) {
      const passing = gate;
      gate = undefined;
      try {
        const request = await dialect.buildRequest(conversation);
        await passing?.arrive();
        return request;
      } catch (error) {
        passing?.leave();
        throw error;
      }
    },
  };
  // Columns are listed with their comparison, not as separate conversations.
  const unlisted: History = { ...history, list: async () => [] };
  const chat = createChat({ dialect: gated, history: unlisted, ...(run ? { run } : {}) });
  chat.setDefaultModel(defaultModel);
  chat.changeSettings(settings);
  return {
    id: newId(),
    page: dialect.page,
    chat,
    waitFor(next) {
      gate = next;
    },
  };
}

export function isRunning({ chat }: Column): boolean {
  return runningTurn(chat.store.get()) !== undefined;
}

/** Returns whether the column has no messages. */
export function isEmptyColumn({ chat }: Column): boolean {
  return (chat.store.get().session.transcript.children.root ?? []).length === 0;
}

export function getColumnStart({ page, chat }: Column): ColumnStart {
  return { page, settings: chat.store.get().session.settings };
}

export function getColumnPlace({ page, chat }: Column): ColumnPlace {
  const { model } = chat.store.get().session.settings;
  return model ? { page, model } : { page };
}

/** Returns why nothing can be sent: the first setting that a column cannot send. */
export function findBlock(columns: readonly Column[]): string | undefined {
  for (const [index, { chat }] of columns.entries()) {
    const [name] = Object.keys(chat.dialect.findProblems(chat.store.get().session.settings));
    if (name) return `Correct ${name} in column ${index + 1} first`;
  }
}
