import { expect, test, vi } from "vitest";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import { emptyChoice } from "#lib/playground/conversation/model-response.ts";
import { type ChatSession, summarize } from "#lib/playground/history/history.ts";
import { createSessionSearch } from "#lib/playground/history/search-sessions.ts";
import { makeSession } from "#lib/playground/sharing/imports/make-session.ts";
import { answerTurn, fileOf, question } from "../text-fixtures.ts";

const conversation = (words: string, answer: string, file?: string): ChatSession =>
  makeSession({
    page: "chat",
    settings: EMPTY_SETTINGS,
    turns: [
      question(words, file ? [fileOf(file, "image/png")] : []),
      answerTurn({ choices: [{ ...emptyChoice(), text: answer }] }, { parent: "question" }),
    ],
  });

const RIVER = conversation(
  "How long is the river?",
  `${"word ".repeat(50)}The Danube is 2,850 km long.${" more".repeat(50)}`,
);
const BAKERY = conversation("Bread", "Flour and water, as in the DANUBE valley.", "oven.png");

const searchIn = (sessions: ChatSession[]) => {
  const loadAll = vi.fn(async () => sessions);
  const search = createSessionSearch(loadAll);
  return { loadAll, find: (query: string) => search.search(query, sessions.map(summarize)) };
};

test("finds titles, response text and file names, ignoring case", async () => {
  const { find } = searchIn([RIVER, BAKERY]);
  const titles = async (query: string) => (await find(query)).map(({ title }) => title);
  expect(await titles("danube")).toEqual([RIVER.title, BAKERY.title]);
  expect(await titles("danube flour")).toEqual([BAKERY.title]);
  expect(await titles("RIVER 2,850")).toEqual([RIVER.title]);
  expect(await titles("oven")).toEqual([BAKERY.title]);
  expect(await titles("volga")).toEqual([]);
  expect(await titles("  ")).toEqual([RIVER.title, BAKERY.title]);
});

test("shows a match with its context, unless it is in the title", async () => {
  const { find } = searchIn([RIVER]);
  const [match] = await find("danube");
  expect(match?.excerpt).toMatch(/^….{0,12}Danube is 2,850 km long\. more.*…$/);
  expect((await find("river"))[0]?.excerpt).toBeUndefined();
});

test("reads conversations once, and again after a change", async () => {
  const sessions = [RIVER, BAKERY];
  const { find, loadAll } = searchIn(sessions);
  await find("danube");
  await find("flour");
  expect(loadAll).toHaveBeenCalledTimes(1);
  sessions[1] = { ...conversation("Bread", "Rye"), id: BAKERY.id, updatedAt: BAKERY.updatedAt + 1 };
  expect(await find("flour")).toEqual([]);
  expect((await find("rye")).map(({ id }) => id)).toEqual([BAKERY.id]);
  expect(loadAll).toHaveBeenCalledTimes(2);
});
