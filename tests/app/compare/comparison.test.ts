/** The columns of a comparison: sent to together, failing alone, kept and put back. */
import { expect, test, vi } from "vitest";
import { type Comparison, createComparison } from "#app/(playground)/compare/_model/comparison.ts";
import type { ComparisonRecord, ComparisonRecords } from "#app/(playground)/compare/_model/comparison-records.ts";
import type { ChatRun, RunOutcome, startChatRun } from "#lib/playground/chat/chat-run.ts";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import { type AssistantTurn, visiblePath } from "#lib/playground/conversation/transcript.ts";
import { TEXT_DIALECTS } from "#lib/playground/dialects/text-dialects.ts";
import { createEventLog } from "#lib/playground/streams/event-log.ts";
import { memoryHistory } from "#tests/playground/memory-history.ts";

function memoryRecords(): ComparisonRecords {
  const records = new Map<string, ComparisonRecord>();
  return {
    list: async () => structuredClone([...records.values()]),
    load: async (id) => structuredClone(records.get(id)),
    save: async (record) => void records.set(record.id, structuredClone(record)),
    remove: async (id) => void records.delete(id),
  };
}

type Sent = { path: string; body: Record<string, unknown>; end: (outcome: Partial<RunOutcome>) => void };

/** A comparison whose requests are held, to be answered by the test. */
function held({
  history = memoryHistory(),
  records = memoryRecords(),
  dialects = TEXT_DIALECTS,
}: {
  history?: ReturnType<typeof memoryHistory>;
  records?: ComparisonRecords;
  dialects?: typeof TEXT_DIALECTS;
} = {}) {
  const sent: Sent[] = [];
  const run: typeof startChatRun = ({ request, onAccepted }) => {
    const live = { answer: { choices: [] }, timings: {} };
    let settle: (outcome: RunOutcome) => void = () => {};
    const finished = new Promise<RunOutcome>((resolve) => {
      settle = resolve;
    });
    const route = { dropped: [] };
    const end = (outcome: Partial<RunOutcome>) => {
      if (outcome.state !== "failed") onAccepted(route);
      settle({ ...live, state: "complete", route, ...outcome });
    };
    sent.push({ path: request.path, body: structuredClone(request.body), end });
    const chatRun: ChatRun = {
      startedAt: 0,
      live: { get: () => live, subscribe: () => () => {} },
      events: createEventLog(),
      trace: { record: () => ({ request: "", events: [], droppedCount: 0 }), subscribe: () => () => {} },
      stop: () => end({ state: "stopped" }),
      finished,
    };
    return chatRun;
  };
  const comparison = createComparison({ history, records, dialects, run });
  return { comparison, sent, history, records };
}

const answer = (text: string): Partial<RunOutcome> => ({
  answer: { choices: [{ text, reasoning: "", refusal: "", toolCalls: [], logprobs: [] }] },
});
const failure: Partial<RunOutcome> = {
  state: "failed",
  failure: { origin: "response", status: 429, message: "Wait." },
};

const FOUR = [{ page: "chat" }, { page: "responses" }, { page: "messages" }, { page: "generate-content" }] as const;

const getKeyState = (comparison: Comparison) => comparison.store.get();
const getPath = (comparison: Comparison, column: number) =>
  visiblePath(getKeyState(comparison).columns[column]?.chat.store.get().session.transcript ?? never());
const tailOf = (comparison: Comparison, column: number) => getPath(comparison, column).at(-1) as AssistantTurn;
const never = (): never => {
  throw new Error("There is none.");
};
/** The newest request by this route; columns of one moment leave in any order. */
const requestTo = (sent: readonly Sent[], path: string): Sent =>
  sent.findLast((request) => request.path === path) ?? never();
const tick = () => new Promise((resolve) => setTimeout(resolve, 0));

test("sends a message to every column, each by its own route", async () => {
  const { comparison, sent } = held();
  await comparison.restore({ places: FOUR });
  comparison.setDefaultModel("sandbox/guide");
  const done = comparison.send({ text: "Hello", attachments: [] });
  await tick();
  expect(sent.map(({ path }) => path).sort()).toEqual([
    "/v1/chat/completions",
    "/v1/messages",
    "/v1/responses",
    "/v1beta/models/sandbox/guide:streamGenerateContent?alt=sse",
  ]);
  expect(getKeyState(comparison).running).toHaveLength(4);
  for (const { end } of sent) end(answer("Hi"));
  await done;
  expect(getKeyState(comparison)).toMatchObject({ running: [], empty: false });
});

test("sends all requests at once; a request that cannot be built delays no other", async () => {
  let release: () => void = () => {};
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { chat, responses } = TEXT_DIALECTS;
  const { comparison, sent } = held({
    dialects: {
      ...TEXT_DIALECTS,
      chat: { ...chat, buildRequest: (conversation) => slow.then(() => chat.buildRequest(conversation)) },
      responses: { ...responses, buildRequest: () => Promise.reject(new Error("a.png is gone.")) },
    },
  });
  await comparison.restore({ places: [{ page: "chat" }, { page: "responses" }, { page: "messages" }] });
  const done = comparison.send({ text: "What is this?", attachments: [] });
  await tick();
  expect(sent).toHaveLength(0);
  release();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  for (const { end } of sent) end(answer("A picture"));
  await done;
  expect([0, 1, 2].map((column) => tailOf(comparison, column).state)).toEqual(["complete", "failed", "complete"]);
});

test("keeps the other columns when one fails, and does not resend a refused message", async () => {
  const { comparison, sent } = held();
  await comparison.restore({ places: FOUR.slice(0, 2) });
  const first = comparison.send({ text: "One", attachments: [] });
  await tick();
  requestTo(sent, "/v1/chat/completions").end(failure);
  requestTo(sent, "/v1/responses").end(answer("Fine"));
  await first;
  expect(tailOf(comparison, 0).failure?.status).toBe(429);
  expect(tailOf(comparison, 1).state).toBe("complete");
  const second = comparison.send({ text: "Two", attachments: [] });
  await tick();
  expect(JSON.stringify(requestTo(sent, "/v1/chat/completions").body)).not.toContain("One");
  expect(JSON.stringify(requestTo(sent, "/v1/responses").body)).toContain("One");
  comparison.stop();
  await second;
  expect(tailOf(comparison, 0).state).toBe("stopped");
});

test("adds up to four columns, moves them, and removes down to two", async () => {
  const { comparison } = held();
  await comparison.restore({
    places: [
      { page: "chat", model: "a/x" },
      { page: "messages", model: "b/y" },
    ],
  });
  comparison.addColumn();
  comparison.addColumn();
  comparison.addColumn();
  const pages = () => getKeyState(comparison).columns.map(({ page }) => page);
  expect(pages()).toEqual(["chat", "messages", "messages", "messages"]);
  const first = getKeyState(comparison).columns[0]?.id ?? "";
  comparison.moveColumn(first, 1);
  comparison.moveColumn(first, 9);
  expect(pages()).toEqual(["messages", "chat", "messages", "messages"]);
  for (const { id } of getKeyState(comparison).columns) comparison.removeColumn(id);
  expect(pages()).toHaveLength(2);
});

test("applies settings to the columns that support them and names the others", async () => {
  const { comparison } = held();
  await comparison.restore({ places: FOUR });
  const [chat, ...others] = getKeyState(comparison).columns;
  chat?.chat.changeSettings({
    model: "a/only-here",
    system: "Be brief.",
    parameters: { temperature: 0.4, max_completion_tokens: 50, seed: 7 },
  });
  const left = comparison.applyToAll(chat?.id ?? "");
  expect(others.map((column) => column.chat.store.get().session.settings)).toEqual([
    { ...EMPTY_SETTINGS, system: "Be brief.", parameters: { temperature: 0.4, max_output_tokens: 50 } },
    { ...EMPTY_SETTINGS, system: "Be brief.", parameters: { temperature: 0.4, max_tokens: 50 } },
    { ...EMPTY_SETTINGS, system: "Be brief.", parameters: { temperature: 0.4, maxOutputTokens: 50, seed: 7 } },
  ]);
  expect(left).toEqual(["Seed: Responses has none.", "Seed: Messages has none."]);
  expect(comparison.changePage(chat?.id ?? "", "messages")).toEqual(["Seed: Messages has none."]);
  expect(getKeyState(comparison).columns[0]?.chat.store.get().session.settings.model).toBe("a/only-here");
});

test("restores a comparison with its columns and messages after a reload", async () => {
  const before = held();
  await before.comparison.restore({ places: FOUR.slice(1, 3) });
  const done = before.comparison.send({ text: "Kept?", attachments: [] });
  await tick();
  for (const [index, { end }] of before.sent.entries()) end(answer(`Yes ${index}`));
  await done;
  const { id } = getKeyState(before.comparison);
  before.comparison.startNew();
  expect(getKeyState(before.comparison).empty).toBe(true);
  expect(getKeyState(before.comparison).list).toMatchObject([{ id, title: "Kept?" }]);

  const after = held(before);
  await after.comparison.restore({ id, places: FOUR });
  expect(getKeyState(after.comparison)).toMatchObject({ id, ready: true, empty: false });
  expect(getKeyState(after.comparison).columns.map(({ page }) => page)).toEqual(["responses", "messages"]);
  expect(tailOf(after.comparison, 1).answer.choices[0]?.text).toBe("Yes 1");
  await after.comparison.remove(id);
  expect(getKeyState(after.comparison)).toMatchObject({ empty: true, list: [] });
  expect(before.history.sessions.size).toBe(0);
});

test("continues the responses of a comparison in the background", async () => {
  const { comparison, sent } = held();
  await comparison.restore({ places: FOUR.slice(0, 2) });
  const done = comparison.send({ text: "Go on", attachments: [] });
  await tick();
  const { id } = getKeyState(comparison);
  comparison.startNew();
  requestTo(sent, "/v1/chat/completions").end(answer("Early"));
  await tick();
  await comparison.open(id);
  expect(getKeyState(comparison).running).toHaveLength(1);
  expect(tailOf(comparison, 0).answer.choices[0]?.text).toBe("Early");
  requestTo(sent, "/v1/responses").end(answer("Late"));
  await done;
  expect(getKeyState(comparison).running).toHaveLength(0);
});

test("starts a new comparison for a URL with other columns; keeps the open one otherwise", async () => {
  const { comparison } = held();
  await comparison.restore({});
  const { id, address } = getKeyState(comparison);
  expect(address).toBe("columns=chat,messages");
  await comparison.restore({});
  await comparison.restore({ places: [{ page: "chat" }, { page: "messages" }] });
  expect(getKeyState(comparison).id).toBe(id);
  await comparison.restore({ places: [{ page: "chat", model: "a/x" }, { page: "chat" }] });
  expect(getKeyState(comparison)).toMatchObject({ address: "columns=chat:a/x,chat", empty: true });
  expect(getKeyState(comparison).id).not.toBe(id);
});

test("stores a comparison when a message is sent", async () => {
  const { comparison, records } = held();
  await comparison.restore({ places: [{ page: "chat" }, { page: "messages" }] });
  void comparison.send({ text: "Hello", attachments: [] });
  await tick();
  const record = await records.load(getKeyState(comparison).id);
  expect(record?.columns.map(({ page }) => page)).toEqual(["chat", "messages"]);
});
