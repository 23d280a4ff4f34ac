import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createChat } from "#lib/playground/chat/chat.ts";
import { getChosenChoice, visiblePath } from "#lib/playground/conversation/transcript.ts";
import { TEXT_DIALECTS } from "#lib/playground/dialects/text-dialects.ts";
import { getDemoRunPath, readDemoRun, writeDemoRun } from "#lib/playground/streams/demo/demo-run.ts";
import { openDemoRun } from "#lib/playground/streams/demo/play-demo-run.ts";
import { canReplay } from "#lib/playground/trace/start-replay.ts";
import { memoryHistory } from "#tests/playground/memory-history.ts";

const getText = (page: keyof typeof TEXT_DIALECTS) =>
  readFileSync(new URL(`../../../../public${getDemoRunPath(page)}`, import.meta.url), "utf8");

test.each(Object.values(TEXT_DIALECTS))("reads the demo run of $page as the page reads a response", async (dialect) => {
  const text = getText(dialect.page);
  const run = readDemoRun(text);
  expect(writeDemoRun(run)).toBe(text);
  expect(text.length).toBeLessThan(100_000);
  expect(text).not.toMatch(/bearer|test-admin-key/i);
  const { trace: recorded } = run;
  expect(canReplay(recorded)).toBe(true);
  expect(recorded.events.map(({ at }) => at)).toEqual(recorded.events.map(({ at }) => at).toSorted((a, b) => a - b));

  const { session, trace, answer } = openDemoRun(dialect, run);
  expect(getChosenChoice(answer)?.text).toContain("ollama pull");
  expect(getChosenChoice(answer)?.finishReason).toBeDefined();
  expect(answer.answer.usage?.outputTokens).toBeGreaterThan(100);
  expect(answer.timings.firstToken).toBeGreaterThan(0);
  expect(answer.timings.end).toBeGreaterThanOrEqual(answer.timings.lastToken ?? Number.NaN);
  expect(answer.route).toMatchObject({ lane: "sandbox" });

  // The recorded request equals the request that the page would send today.
  const request = await dialect.buildRequest({
    model: run.model,
    settings: session.settings,
    turns: visiblePath(session.transcript).slice(0, 1),
    readDataUrl: () => Promise.reject(new Error("nothing is attached")),
  });
  expect(JSON.parse(trace.request)).toEqual(request.body);
  expect(trace.head).toContain(request.path);
});

test("shows a demo run with its trace and never saves it", async () => {
  const history = memoryHistory();
  const dialect = TEXT_DIALECTS.chat;
  const chat = createChat({ dialect, history });
  chat.changeSettings({ system: "Mine." });
  const { session, trace, answer } = openDemoRun(dialect, readDemoRun(getText("chat")));
  chat.showDemoRun(session, trace);
  chat.selectChoice(answer.id, 0);
  expect(visiblePath(chat.store.get().session.transcript)).toHaveLength(2);
  expect(await chat.loadTrace(answer.id)).toBe(trace);
  chat.startNew();
  await chat.open(session.id);
  expect(history.sessions.size).toBe(0);
  expect(chat.store.get().sessions).toEqual([]);
  expect(chat.store.get().session).toMatchObject({ settings: { system: "Mine." } });
  expect(chat.store.get().session.recordedAt).toBeUndefined();
});
