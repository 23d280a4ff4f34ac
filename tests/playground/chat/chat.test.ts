import { describe, expect, test, vi } from "vitest";
import { type Chat, createChat } from "#lib/playground/chat/chat.ts";
import type { ChatRun, RunOutcome } from "#lib/playground/chat/chat-run.ts";
import { runningTurn } from "#lib/playground/chat/chat-state.ts";
import { applyMessages, type MessageList, readMessages } from "#lib/playground/conversation/message-list.ts";
import type { ModelResponse } from "#lib/playground/conversation/model-response.ts";
import { type AssistantTurn, EMPTY_TRANSCRIPT, visiblePath } from "#lib/playground/conversation/transcript.ts";
import { OPENAI_CHAT } from "#lib/playground/dialects/openai-chat.ts";
import { shortenFiles } from "#lib/playground/history/history.ts";
import { createEventLog } from "#lib/playground/streams/event-log.ts";
import { memoryHistory } from "../memory-history.ts";

type Script = { accept: boolean; outcome: Partial<RunOutcome> };
const say = (text: string, extra: Partial<ModelResponse["choices"][0]> = {}): Script => ({
  accept: true,
  outcome: {
    state: "complete",
    answer: { choices: [{ text, reasoning: "", refusal: "", toolCalls: [], logprobs: [], ...extra }] },
  },
});
const refuse: Script = {
  accept: false,
  outcome: { state: "failed", answer: { choices: [] }, failure: { origin: "response", status: 429, message: "Wait." } },
};

/** A chat whose answers come from a list; `bodies` holds what was asked. */
function scripted(...scripts: Script[]) {
  const bodies: { messages: unknown[] }[] = [];
  const history = memoryHistory();
  const chat = createChat({
    dialect: OPENAI_CHAT,
    history,
    run: ({ request, onAccepted }) => {
      bodies.push(structuredClone(request.body) as { messages: unknown[] });
      const script = scripts.shift() ?? say("?");
      const route = { dropped: [] };
      if (script.accept) queueMicrotask(() => onAccepted(route));
      const outcome: RunOutcome = { state: "complete", answer: { choices: [] }, timings: {}, route, ...script.outcome };
      return {
        ...stillRun(outcome, JSON.stringify(request.body)),
        finished: Promise.resolve().then(() => outcome),
      };
    },
  });
  return { chat, history, bodies };
}

/** A run that shows this, and does not end by itself. */
function stillRun(outcome: RunOutcome, request = ""): Omit<ChatRun, "finished"> {
  return {
    startedAt: 0,
    live: { get: () => outcome, subscribe: () => () => {} },
    events: createEventLog(),
    trace: { record: () => ({ request, events: [], droppedCount: 0 }), subscribe: () => () => {} },
    stop: vi.fn(),
  };
}

const shown = (chat: Chat) => visiblePath(chat.store.get().session.transcript);
const texts = (chat: Chat) =>
  shown(chat).map((turn) =>
    turn.role === "user" ? turn.text : turn.role === "assistant" ? turn.answer.choices[0]?.text : turn.role,
  );
const tail = (chat: Chat) => shown(chat).at(-1) as AssistantTurn;
const send = (chat: Chat, text: string) => chat.send({ text, attachments: [] });

describe("a chat", () => {
  test("sends, shows and stores a message and its response", async () => {
    const { chat, history } = scripted(say("Hi"));
    const pending = send(chat, "Hello");
    expect(runningTurn(chat.store.get())).toBeDefined();
    await pending;
    expect(texts(chat)).toEqual(["Hello", "Hi"]);
    expect(runningTurn(chat.store.get())).toBeUndefined();
    const stored = history.sessions.get(chat.store.get().session.id);
    expect(stored?.title).toBe("Hello");
    expect(stored && visiblePath(stored.transcript)).toHaveLength(2);
    expect(history.traces.get(tail(chat).id)?.request).toContain('"Hello"');
  });

  test("is restored in another page", async () => {
    const { chat, history } = scripted(say("Hi"));
    await send(chat, "Hello");
    const again = createChat({ dialect: OPENAI_CHAT, history });
    await again.restore({ sessionId: chat.store.get().session.id });
    expect(texts(again)).toEqual(["Hello", "Hi"]);
    expect(again.store.get().sessions).toHaveLength(1);
  });

  /** A chat that was left while its response streamed, in a new page; `outcome` is what the gateway still has of it. */
  async function leftWhileStreaming({ kept, outcome }: { kept: boolean; outcome: Partial<RunOutcome> }) {
    const { chat, history } = scripted(say("Hi"));
    await send(chat, "Hello");
    const session = history.sessions.get(chat.store.get().session.id);
    const turn = session?.transcript.turns[tail(chat).id];
    if (turn?.role !== "assistant") throw new Error("There is no answer.");
    turn.state = "streaming";
    if (!kept) delete turn.exchangeId;
    const asked: string[] = [];
    const again = createChat({
      dialect: OPENAI_CHAT,
      history,
      resume({ exchangeId, known, onAccepted }) {
        asked.push(exchangeId);
        const settled: RunOutcome = { ...known, state: "complete", route: { dropped: [] }, ...outcome };
        if (settled.state === "complete") queueMicrotask(() => onAccepted(settled.route));
        return { ...stillRun(settled), finished: Promise.resolve().then(() => settled) };
      },
    });
    await again.restore({ sessionId: session?.id });
    return { again, asked, exchangeId: turn.exchangeId, history };
  }

  test("resumes a response that was streaming when the page closed", async () => {
    const { answer } = say("Hi there").outcome;
    const { again, asked, exchangeId, history } = await leftWhileStreaming({ kept: true, outcome: { answer } });
    await expect.poll(() => tail(again).state).toBe("complete");
    expect(texts(again)).toEqual(["Hello", "Hi there"]);
    expect(asked).toEqual([exchangeId]);
    expect(again.store.get()).toMatchObject({ answering: [], runs: {} });
    const stored = history.sessions.get(again.store.get().session.id)?.transcript.turns[tail(again).id];
    expect(stored).toMatchObject({ state: "complete" });
  });

  test("marks a response as interrupted when the gateway no longer has it", async () => {
    const gone = await leftWhileStreaming({ kept: true, outcome: { state: "interrupted", answer: { choices: [] } } });
    await expect.poll(() => tail(gone.again).state).toBe("interrupted");
    expect(texts(gone.again)).toEqual(["Hello", "Hi"]);
    const older = await leftWhileStreaming({ kept: false, outcome: {} });
    expect([tail(older.again).state, older.asked]).toEqual(["interrupted", []]);
  });

  test("returns to the open chat, or opens the named one", async () => {
    const { chat } = scripted(say("One"), say("Two"));
    await chat.restore({});
    await send(chat, "First");
    const { id } = chat.store.get().session;
    chat.startNew();
    await send(chat, "Second");
    await chat.restore({});
    expect(texts(chat)).toEqual(["Second", "Two"]);
    await chat.restore({ sessionId: id });
    expect(texts(chat)).toEqual(["First", "One"]);
  });

  test("reloads a conversation that another tab stored", async () => {
    const { chat, history } = scripted(say("One"));
    await send(chat, "First");
    const other = createChat({ dialect: OPENAI_CHAT, history });
    await other.restore({ sessionId: chat.store.get().session.id });
    await chat.rename(chat.store.get().session.id, "Renamed");
    await other.reload(chat.store.get().session.id);
    expect(other.store.get().session.title).toBe("Renamed");
    expect(other.store.get().sessions.map(({ title }) => title)).toEqual(["Renamed"]);
  });

  test("keeps a message that another tab, which stored later, does not have", async () => {
    const { chat, history } = scripted(say("One"));
    await send(chat, "First");
    const { id } = chat.store.get().session;
    const stored = history.sessions.get(id);
    if (!stored) throw new Error("The conversation is not stored");
    await history.save({ ...stored, title: "Of the other tab", renamed: true, transcript: EMPTY_TRANSCRIPT });
    await chat.reload(id);
    expect(texts(chat)).toEqual(["First", "One"]);
    expect(Object.keys(history.sessions.get(id)?.transcript.turns ?? {})).toHaveLength(2);
    expect(chat.store.get().session.title).toBe("Of the other tab");
  });

  test("the message after a refused one becomes another version of it", async () => {
    const { chat, bodies } = scripted(refuse, say("Now"));
    await send(chat, "First");
    const [refused] = shown(chat);
    await send(chat, "Second");
    expect(texts(chat)).toEqual(["Second", "Now"]);
    expect(bodies[1]?.messages).toEqual([{ role: "user", content: "Second" }]);
    chat.selectVersion(refused?.id ?? "");
    expect(texts(chat)[0]).toBe("First");
  });

  test("an edit keeps the old version reachable, and sends only what is on screen", async () => {
    const { chat, bodies } = scripted(say("One"), say("Two"));
    await send(chat, "First");
    const [first] = shown(chat);
    await chat.edit(first?.id ?? "", "Other");
    expect(texts(chat)).toEqual(["Other", "Two"]);
    expect(bodies[1]?.messages).toEqual([{ role: "user", content: "Other" }]);
    chat.selectVersion(first?.id ?? "");
    expect(texts(chat)).toEqual(["First", "One"]);
  });

  test("adds a version on regenerate, and replaces an empty failed response", async () => {
    const { chat } = scripted(say("One"), say("Two"), refuse, say("Three"));
    await send(chat, "Hello");
    await chat.regenerate(tail(chat).id);
    expect(texts(chat)).toEqual(["Hello", "Two"]);
    await chat.regenerate(tail(chat).id);
    await chat.regenerate(tail(chat).id);
    expect(texts(chat)).toEqual(["Hello", "Three"]);
    const question = shown(chat)[0]?.id ?? "";
    expect(chat.store.get().session.transcript.children[question]).toHaveLength(3);
  });

  test("sends tool results and requests the next response", async () => {
    const call = { id: "c1", name: "get_weather", kind: "function", arguments: "{}" } as const;
    const { chat, bodies } = scripted(say("", { toolCalls: [call] }), say("Rain"));
    await send(chat, "Weather?");
    await chat.sendToolResults(tail(chat).id, [{ callId: "c1", name: "get_weather", content: "rain" }]);
    expect(texts(chat)).toEqual(["Weather?", "", "tool", "Rain"]);
    expect(bodies[1]?.messages.at(-1)).toEqual({ role: "tool", tool_call_id: "c1", content: "rain" });
  });

  test("adds a visible result to each open call when the user continues without one", async () => {
    const call = { id: "c1", name: "get_weather", kind: "function", arguments: "{}" } as const;
    const { chat, bodies } = scripted(say("", { toolCalls: [call] }), say("Fine"));
    await send(chat, "Weather?");
    await send(chat, "Never mind");
    expect(texts(chat)).toEqual(["Weather?", "", "tool", "Never mind", "Fine"]);
    expect(bodies[1]?.messages).toContainEqual({ role: "tool", tool_call_id: "c1", content: "No result was given." });
  });

  test("fails with a message and sends nothing when an attachment is gone", async () => {
    const { chat, bodies } = scripted();
    const lost = { sha256: "gone", name: "cat.png", mediaType: "image/png", size: 1 };
    await chat.send({ text: "Look", attachments: [lost] });
    expect(tail(chat).failure?.message).toContain("cat.png");
    expect(bodies).toHaveLength(0);
  });

  test("stores renames and deletions", async () => {
    const { chat, history } = scripted(say("Hi"));
    await send(chat, "Hello");
    const { id } = chat.store.get().session;
    await chat.rename(id, "Greeting");
    expect(history.sessions.get(id)?.title).toBe("Greeting");
    await chat.remove(id);
    expect(history.sessions.size).toBe(0);
    expect(shown(chat)).toEqual([]);
  });
});

describe("existing messages", () => {
  function apply(chat: Chat, messages: MessageList, run: boolean): Promise<void> | undefined {
    const { transcript } = chat.store.get().session;
    const applied = applyMessages(transcript, { messages, model: chat.chosenModel() });
    return applied && chat.showBranch(applied, { run });
  }
  const changed = (chat: Chat, text: string) =>
    readMessages(shown(chat)).map((message, place) =>
      place === 0 ? { ...message, parts: [{ id: "new", type: "text" as const, text }] } : message,
    );

  test("adds a version by another model and keeps the chat's model", async () => {
    const { chat, bodies } = scripted(say("One"), say("Two"));
    await send(chat, "Hello");
    const settings = chat.store.get().session.settings;
    await chat.regenerate(tail(chat).id, "far/other");
    expect(bodies[1]).toMatchObject({ model: "far/other" });
    expect(tail(chat).model).toBe("far/other");
    expect(chat.store.get().session.settings).toEqual(settings);
  });

  test("continues a paused turn without a message", async () => {
    const { chat, bodies } = scripted(say("Searching", { finishReason: "pause_turn" }), say("Found"));
    await send(chat, "Look");
    await chat.continueResponse(tail(chat).id);
    expect(texts(chat)).toEqual(["Look", "Searching", "Found"]);
    expect(bodies[1]?.messages.at(-1)).toMatchObject({ role: "assistant", content: "Searching" });
  });

  test("applies an edited list as a branch, and runs it on request", async () => {
    const { chat, bodies, history } = scripted(say("One"), say("Two"));
    await send(chat, "Hello");
    const [question, answer] = shown(chat);
    await apply(chat, changed(chat, "Goodbye"), false);
    expect(texts(chat)).toEqual(["Goodbye", "One"]);
    await expect.poll(() => history.traces.get(tail(chat).id)?.request).toContain("Hello");
    await apply(chat, changed(chat, "Now").slice(0, 1), true);
    expect(texts(chat)).toEqual(["Now", "Two"]);
    expect(bodies[1]?.messages).toEqual([{ role: "user", content: "Now" }]);
    chat.selectVersion(question?.id ?? "");
    expect(shown(chat)).toEqual([question, answer]);
  });

  test("branches into a conversation with everything up to the message", async () => {
    const { chat, history } = scripted(say("One"), say("Two"));
    await send(chat, "Hello");
    const { id } = chat.store.get().session;
    const first = tail(chat);
    await send(chat, "More");
    chat.branch(first.id);
    expect(texts(chat)).toEqual(["Hello", "One"]);
    expect(chat.store.get().session.id).not.toBe(id);
    expect(tail(chat).id).not.toBe(first.id);
    expect(chat.store.get().sessions.map(({ title }) => title)).toEqual(["Hello", "Hello"]);
    expect(
      history.sessions.get(id) && visiblePath(history.sessions.get(id)?.transcript ?? EMPTY_TRANSCRIPT),
    ).toHaveLength(4);
    await expect.poll(() => history.traces.get(tail(chat).id)?.turnId).toBe(tail(chat).id);
  });

  test("deletes a message with its successors or a single version, and restores it", async () => {
    const { chat, history } = scripted(say("One"), say("Two"));
    await send(chat, "Hello");
    await chat.regenerate(tail(chat).id);
    const undo = chat.removeMessage(tail(chat).id, "version");
    expect(texts(chat)).toEqual(["Hello", "One"]);
    undo();
    expect(texts(chat)).toEqual(["Hello", "Two"]);
    chat.removeMessage(tail(chat).id);
    expect(texts(chat)).toEqual(["Hello"]);
    chat.removeMessage(shown(chat)[0]?.id ?? "");
    expect(shown(chat)).toEqual([]);
    expect(history.sessions.get(chat.store.get().session.id)?.transcript.turns).toEqual({});
  });
});

test("shortens data URLs before saving a request", () => {
  const json = JSON.stringify({ url: `data:image/png;base64,${"A".repeat(5000)}`, text: "stays" });
  const kept = shortenFiles(json);
  expect(kept.length).toBeLessThan(200);
  expect(JSON.parse(kept)).toMatchObject({ text: "stays" });
});
