import { expect, test } from "vitest";
import type { WholeConversation } from "#lib/contract/stored-conversation.ts";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import { toSession } from "#lib/playground/history/sync/stored-session.ts";

const transcript = { turns: {}, children: {}, selected: {} };
const stored = (content: Record<string, unknown>): WholeConversation => ({
  ...{ object: "conversation", id: "a", kind: "conversation", page: "chat", title: "T", folder: "", tags: [] },
  ...{ revision: 1, bytes: 2, created_at: 1, updated_at: 1, deleted_at: null, purge_at: null, content },
});

test("a conversation of another program gets the settings that it lacks", () => {
  const session = toSession(stored({ settings: { system: "Be brief." }, transcript }));
  expect(session?.settings).toEqual({ ...EMPTY_SETTINGS, system: "Be brief." });
  expect(toSession(stored({ transcript })), "without settings it is no conversation of the pages").toBeUndefined();
  expect(toSession(stored({ settings: {} }))).toBeUndefined();
});
