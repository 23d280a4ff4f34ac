import { expect, test } from "vitest";
import { createChat } from "#lib/playground/chat/chat.ts";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import { OPENAI_CHAT } from "#lib/playground/dialects/openai-chat.ts";
import { makeSession } from "#lib/playground/sharing/imports/make-session.ts";
import { memoryHistory } from "../memory-history.ts";
import { question } from "../text-fixtures.ts";

async function page(...words: string[]) {
  const history = memoryHistory();
  for (const text of words) {
    const turns = [{ ...question(text), id: text }];
    await history.save({ ...makeSession({ page: "chat", settings: EMPTY_SETTINGS, turns }), id: text });
  }
  const chat = createChat({ dialect: OPENAI_CHAT, history });
  await chat.restore({});
  return {
    chat,
    history,
    titles: () =>
      chat.store
        .get()
        .sessions.map(({ title }) => title)
        .sort(),
  };
}

test("restores a deleted conversation, even the open one", async () => {
  const { chat, titles, history } = await page("one", "two");
  await chat.open("one");
  const restore = await chat.remove("one");
  expect(titles()).toEqual(["two"]);
  expect(history.sessions.has("one")).toBe(false);
  expect(chat.store.get().session.id).not.toBe("one");
  await restore();
  expect(titles()).toEqual(["one", "two"]);
  expect(history.sessions.get("one")?.transcript.turns.one).toMatchObject({ text: "one" });
});

test("deletes and restores all conversations", async () => {
  const { chat, titles } = await page("one", "two", "three");
  const restore = await chat.removeAll();
  expect(titles()).toEqual([]);
  await restore();
  expect(titles()).toEqual(["one", "three", "two"]);
});

test("copies a conversation, which then changes independently", async () => {
  const { chat, titles, history } = await page("one");
  await chat.setPinned("one", true);
  await chat.duplicate("one");
  expect(titles()).toEqual(["one", "one (copy)"]);
  const copy = chat.store.get().sessions.find(({ id }) => id !== "one");
  expect(copy?.pinned).toBeFalsy();
  expect(chat.store.get().sessions.find(({ id }) => id === "one")?.pinned).toBe(true);
  expect(Object.keys(history.sessions.get(copy?.id ?? "")?.transcript.turns ?? {})).not.toContain("one");
  await chat.rename("one", "Renamed");
  expect(titles()).toEqual(["Renamed", "one (copy)"]);
});
