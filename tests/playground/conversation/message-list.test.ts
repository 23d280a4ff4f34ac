/** The editable list: from what is on screen, and back as a branch of the conversation. */
import { describe, expect, test } from "vitest";
import {
  addPart,
  beginEdits,
  changePart,
  changeRole,
  insertMessage,
  moveMessage,
  movePart,
  nextRole,
  recordEdit,
  redoEdit,
  removeMessage,
  removePart,
  undoEdit,
} from "#lib/playground/conversation/message-edits.ts";
import {
  applyMessages,
  isChanged,
  listLosses,
  type MessageList,
  readMessages,
} from "#lib/playground/conversation/message-list.ts";
import { findMessageProblems } from "#lib/playground/conversation/message-problems.ts";
import { MESSAGE_RULES } from "#lib/playground/conversation/message-rules.ts";
import { emptyChoice } from "#lib/playground/conversation/model-response.ts";
import {
  appendTurn,
  EMPTY_TRANSCRIPT,
  listVersions,
  type Transcript,
  type Turn,
  visiblePath,
} from "#lib/playground/conversation/transcript.ts";
import { MESSAGES } from "#lib/playground/dialects/messages/dialect.ts";
import { answerTurn, build, fileOf, question, toolTurn } from "../text-fixtures.ts";

const CALL = { id: "call_1", name: "get_weather", kind: "function", arguments: '{"city":"Oslo"}' } as const;
const SIGNED = {
  ...emptyChoice(),
  text: "Grass is green.",
  reasoning: "Let me see.",
  seals: [{ kind: "signature" as const, value: "EqQ" }],
  parts: [
    { type: "thinking", thinking: "Let me see.", signature: "EqQ", ended: true },
    { type: "text", text: "Grass is green." },
  ],
};

/** A conversation of these turns, one after another. */
function transcriptOf(...turns: Turn[]): Transcript {
  let transcript = EMPTY_TRANSCRIPT;
  for (const [index, turn] of turns.entries()) {
    const parent = index === 0 ? null : `t${index - 1}`;
    transcript = appendTurn(transcript, { ...turn, id: `t${index}`, parent });
  }
  return transcript;
}

const signed = transcriptOf(
  question("Why is grass green?"),
  answerTurn({ responseId: "resp_1", choices: [SIGNED] }),
  question("And the sky?"),
  answerTurn({ responseId: "resp_2", choices: [{ ...SIGNED, text: "Blue." }] }),
);
const listOf = (transcript: Transcript) => readMessages(visiblePath(transcript));
const apply = (transcript: Transcript, messages: MessageList) => {
  const applied = applyMessages(transcript, { messages, model: "sandbox/guide" });
  if (!applied) throw new Error("Nothing was applied.");
  return applied;
};
const keyAt = (list: MessageList, place: number) => list[place]?.key ?? "";
const partAt = (list: MessageList, place: number, part = 0) => {
  const found = list[place]?.parts[part];
  if (!found) throw new Error(`Message ${place} has no part ${part}.`);
  return found;
};
const say = (list: MessageList, place: number, text: string, part = 0) =>
  changePart(list, keyAt(list, place), { id: partAt(list, place, part).id, type: "text", text });
const getWords = (transcript: Transcript) =>
  visiblePath(transcript).map((turn) =>
    turn.role === "assistant" ? turn.answer.choices[0]?.text : turn.role === "tool" ? turn.results : turn.text,
  );

describe("a list", () => {
  test("has every message with its parts, except empty responses", () => {
    const failed = answerTurn({ choices: [] }, { state: "failed" });
    const call = answerTurn({ choices: [{ ...emptyChoice(), text: "I look.", toolCalls: [CALL] }] });
    const list = listOf(
      transcriptOf(
        question("Hi", [fileOf("a.png", "image/png")]),
        failed,
        question("Again"),
        call,
        toolTurn([{ callId: "call_1", name: "get_weather", content: "7" }]),
      ),
    );
    expect(list.map(({ role, parts }) => [role, parts.map(({ type }) => type)])).toEqual([
      ["user", ["file", "text"]],
      ["user", ["text"]],
      ["assistant", ["text", "call"]],
      ["tool", ["result"]],
    ]);
    expect(list.some(isChanged)).toBe(false);
  });

  test("changes nothing when applied without edits", () => {
    expect(apply(signed, listOf(signed))).toEqual({ transcript: signed, tail: "t3", copies: [] });
  });
});

describe("applying", () => {
  test("makes an edited response a version without signatures, and keeps later signatures", async () => {
    const list = say(listOf(signed), 1, "Chlorophyll.", 1);
    expect(list.map(isChanged)).toEqual([false, true, false, false]);
    expect(list.map(listLosses)).toEqual([[], ["its reasoning and what seals it"], [], []]);
    const { transcript, tail, copies } = apply(signed, list);
    const path = visiblePath(transcript);
    expect(getWords(transcript)).toEqual(["Why is grass green?", "Chlorophyll.", "And the sky?", "Blue."]);
    expect(path[0]?.id).toBe("t0");
    expect(path.at(-1)?.id).toBe(tail);
    expect(listVersions(transcript, path[1]?.id ?? "")).toMatchObject({ ids: ["t1", path[1]?.id], index: 1 });
    expect(path[1]).toMatchObject({ edited: true, model: "sandbox/guide", answer: { choices: [{ reasoning: "" }] } });
    expect(copies.map(({ from }) => from)).toEqual(["t2", "t3"]);
    // The response id belongs to another conversation on the server, so the copy has none.
    expect(path[3]).toMatchObject({ answer: { choices: [{ seals: SIGNED.seals }] } });
    expect(path[3]?.role === "assistant" && path[3].answer.responseId).toBeUndefined();
    const { body } = await build(MESSAGES, path);
    expect(body.messages).toEqual([
      { role: "user", content: "Why is grass green?" },
      { role: "assistant", content: "Chlorophyll." },
      { role: "user", content: "And the sky?" },
      {
        role: "assistant",
        content: [{ type: "thinking", thinking: "Let me see.", signature: "EqQ" }, SIGNED.parts[1]],
      },
    ]);
  });

  test("shows results of server tools, and lists them as lost when the response is edited", () => {
    const searched = {
      ...emptyChoice(),
      text: "Green.",
      citations: [{ title: "Grass" }],
      parts: [
        { type: "server_tool_use", name: "web_search" },
        { type: "text", text: "Green." },
        { executableCode: {} },
      ],
    };
    const list = listOf(transcriptOf(question("Why?"), answerTurn({ choices: [searched] })));
    expect(list[1]?.parts).toMatchObject([
      { type: "other", name: "server_tool_use" },
      { type: "other", name: "executableCode" },
      { type: "text", text: "Green." },
    ]);
    expect(listLosses(say(list, 1, "Red.", 2)[1] ?? { key: "", role: "user", parts: [] })).toEqual([
      "its server_tool_use",
      "its executableCode",
      "its citations",
    ]);
  });

  test("keeps signatures when an edit is reverted", () => {
    const list = say(say(listOf(signed), 1, "No.", 1), 1, "Grass is green.", 1);
    expect(list.some(isChanged)).toBe(false);
  });

  test("truncates the conversation, and keeps the rest reachable", () => {
    const { transcript } = apply(signed, removeMessage(listOf(signed), "t3"));
    expect(getWords(transcript)).toEqual(["Why is grass green?", "Grass is green.", "And the sky?"]);
    expect(listVersions(transcript, "t2").ids).toHaveLength(2);
    expect(transcript.turns.t3).toBeDefined();
  });

  test("applies the order, roles and new messages", () => {
    let list = moveMessage(listOf(signed), "t2", -1);
    list = changeRole(list, "t0", "developer");
    const { list: longer, key } = insertMessage(list, { role: "user" });
    list = say(longer, 4, "Thanks");
    expect(key).toBe(keyAt(list, 4));
    expect(visiblePath(apply(signed, list).transcript).map(({ role }) => role)).toEqual([
      "developer",
      "user",
      "assistant",
      "assistant",
      "user",
    ]);
  });

  test("ignores an empty list", () => {
    expect(applyMessages(signed, { messages: [], model: "m" })).toBeUndefined();
  });
});

describe("edits", () => {
  const list = listOf(signed);

  test("undoes typing in one field as one step, and other edits one by one", () => {
    let edits = beginEdits(list);
    edits = recordEdit(edits, say(edits.list, 0, "W"), "t0");
    edits = recordEdit(edits, say(edits.list, 0, "Wh"), "t0");
    edits = recordEdit(edits, moveMessage(edits.list, "t0", 1));
    edits = undoEdit(edits);
    expect(partAt(edits.list, 0)).toMatchObject({ text: "Wh" });
    edits = undoEdit(edits);
    expect(edits.list).toBe(list);
    expect(undoEdit(edits)).toBe(edits);
    expect(partAt(redoEdit(edits).list, 0)).toMatchObject({ text: "Wh" });
  });

  test("does not move a message past either end", () => {
    expect(moveMessage(list, "t0", -1)).toBe(list);
    expect(moveMessage(list, "t3", 1)).toBe(list);
  });

  test("adds, moves and removes parts", () => {
    let changed = addPart(list, "t0", { type: "file", attachment: fileOf("a.png", "image/png") }).list;
    expect(changed[0]?.parts.map(({ type }) => type)).toEqual(["text", "file"]);
    changed = movePart(changed, "t0", { id: partAt(changed, 0, 1).id, step: -1 });
    expect(changed[0]?.parts.map(({ type }) => type)).toEqual(["file", "text"]);
    changed = removePart(changed, "t0", partAt(changed, 0, 1).id);
    expect(changed[0]?.parts.map(({ type }) => type)).toEqual(["file"]);
    expect(changed[1]).toBe(list[1]);
  });

  test("adds results for earlier calls to a new tool message", () => {
    const calling = listOf(
      transcriptOf(question("Oslo?"), answerTurn({ choices: [{ ...emptyChoice(), toolCalls: [CALL] }] })),
    );
    expect(nextRole(calling)).toBe("tool");
    const { list: longer } = insertMessage(calling, { role: "tool" });
    expect(partAt(longer, 2)).toMatchObject({ type: "result", callId: "call_1", name: "get_weather" });
    expect(nextRole(longer)).toBe("assistant");
    expect(nextRole(list)).toBe("user");
  });

  test("converts text to a result and back", () => {
    const asTool = changeRole(list, "t2", "tool");
    expect(partAt(asTool, 2)).toMatchObject({ type: "result", content: "And the sky?" });
    expect(changeRole(asTool, "t2", "user")[2]?.parts).toBe(list[2]?.parts);
  });
});

describe("problems", () => {
  const find = (list: MessageList, page: keyof typeof MESSAGE_RULES = "chat") =>
    findMessageProblems(list, {
      rules: MESSAGE_RULES[page],
      refuseFile: page === "messages" ? MESSAGES.refuseFile : undefined,
    });
  const calling = listOf(
    transcriptOf(
      question("Oslo?"),
      answerTurn({ choices: [{ ...emptyChoice(), toolCalls: [CALL] }] }),
      toolTurn([{ callId: "call_1", name: "get_weather", content: "7" }]),
      question("And now?"),
    ),
  );

  test("finds none in an unedited conversation", () => {
    for (const page of ["chat", "responses", "messages", "generate-content"] as const) {
      expect(find(listOf(signed), page)).toEqual([]);
    }
    expect(find(calling)).toEqual([]);
  });

  test("reports calls without results and results without calls", () => {
    expect(find(removeMessage(calling, "t2"))).toMatchObject([
      { key: "t1", part: "t1:0", kind: "warning", text: expect.stringContaining("This call has no result") },
    ]);
    expect(find(removeMessage(calling, "t1"))).toMatchObject([
      { key: "t2", part: "t2:0", kind: "warning", text: expect.stringContaining("doesn’t match an earlier tool call") },
    ]);
    const apart = moveMessage(calling, "t2", 1);
    expect(find(apart)).toHaveLength(2);
    expect(find(apart, "responses")).toEqual([]);
  });

  test("reports content that the API cannot express", () => {
    const kinds = (list: MessageList, page?: "messages") =>
      find(list, page).flatMap(({ key, kind }) => (kind === "error" ? [key] : []));
    expect(kinds(say(listOf(signed), 0, " "))).toEqual(["t0"]);
    const broken = changePart(calling, "t1", { id: "t1:0", type: "call", call: { ...CALL, arguments: "{" } });
    expect(kinds(broken)).toEqual(["t1"]);
    expect(kinds(changeRole(calling, "t1", "user"))).toEqual(["t1"]);
    const sound = { type: "file", attachment: fileOf("a.wav", "audio/wav") } as const;
    expect(kinds(addPart(calling, "t0", sound).list, "messages")).toEqual(["t0"]);
    expect(kinds(addPart(calling, "t0", sound).list)).toEqual([]);
    expect(kinds(changeRole(calling, "t0", "developer"), "messages")).toEqual(["t0"]);
  });

  test("checks alternating roles where the API requires them", () => {
    const twice = removeMessage(listOf(signed), "t1");
    expect(find(twice)).toEqual([]);
    expect(find(twice, "generate-content")).toMatchObject([{ key: "t2", text: expect.stringContaining("in a row") }]);
    const modelFirst = removeMessage(listOf(signed), "t0");
    expect(find(modelFirst, "messages")).toMatchObject([
      { key: "t1", text: expect.stringContaining("user message first") },
    ]);
  });
});
