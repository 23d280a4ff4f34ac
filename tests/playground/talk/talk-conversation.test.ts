import { describe, expect, test } from "vitest";
import {
  addTyped,
  applyEvent,
  EMPTY_CONVERSATION,
  getText,
  interrupt,
  listSpoken,
  type TalkConversation,
} from "#lib/playground/talk/talk-conversation.ts";
import type { RealtimeEvent } from "#lib/playground/talk/talk-frames.ts";

const fold = (events: RealtimeEvent[], state: TalkConversation = EMPTY_CONVERSATION) =>
  events.reduce(applyEvent, state);
const words = ({ turns }: TalkConversation) => turns.map((turn) => `${turn.role}: ${getText(turn)}`);

describe("both sides of a session", () => {
  test.each([
    ["audio", "response.output_audio_transcript"],
    ["audio of the beta", "response.audio_transcript"],
    ["text", "response.output_text"],
    ["text of the beta", "response.text"],
  ])("a response of %s is written as it comes, and corrected at its end", (_name, name) => {
    const state = fold([
      { type: "response.created", response: {} },
      { type: "response.output_item.added", item: { id: "a1", type: "message", role: "assistant", content: [] } },
      { type: `${name}.delta`, item_id: "a1", content_index: 0, delta: "Good " },
      { type: `${name}.delta`, item_id: "a1", content_index: 0, delta: "mornin" },
    ]);
    expect(words(state)).toEqual(["assistant: Good mornin"]);
    expect(state.isResponding).toBe(true);
    const whole = { transcript: "Good morning." };
    const done = fold(
      [
        { type: `${name}.done`, item_id: "a1", content_index: 0, ...whole },
        { type: `${name}.delta`, item_id: "a1", content_index: 1, delta: " More." },
        { type: "response.done", response: { status: "completed" } },
      ],
      state,
    );
    expect(words(done)).toEqual(["assistant: Good morning. More."]);
    expect(done).toMatchObject({ isResponding: false, turns: [{ isFinal: true }] });
  });

  test("the user's words are before the response to them, also when they are written down later", () => {
    const state = fold([
      { type: "input_audio_buffer.speech_started", item_id: "u1" },
      { type: "input_audio_buffer.speech_stopped", item_id: "u1" },
      { type: "input_audio_buffer.committed", item_id: "u1" },
      { type: "conversation.item.added", item: { id: "u1", type: "message", role: "user", content: [] } },
      { type: "response.output_audio_transcript.delta", item_id: "a1", content_index: 0, delta: "Hello." },
      { type: "conversation.item.input_audio_transcription.delta", item_id: "u1", content_index: 0, delta: "Hi " },
      { type: "conversation.item.input_audio_transcription.completed", item_id: "u1", transcript: "Hi there" },
    ]);
    expect(words(state)).toEqual(["user: Hi there", "assistant: Hello."]);
    expect(state.isUserSpeaking).toBe(false);
    expect(fold([{ type: "input_audio_buffer.speech_started", item_id: "u2" }], state).isUserSpeaking).toBe(true);
  });

  test("a transcription that fails says so, and adds no words", () => {
    const type = "conversation.item.input_audio_transcription.failed";
    const state = fold([{ type, item_id: "u1", error: { message: "Too noisy." } }]);
    expect(state.turns).toMatchObject([{ problem: "Too noisy.", isFinal: true }]);
    expect(listSpoken(state)).toEqual([]);
  });

  test("a typed message is there at once, and not twice when the server names it otherwise", () => {
    const typed = addTyped(EMPTY_CONVERSATION, "mine", "Hello");
    const item = { type: "message", role: "user", content: [{ type: "input_text", text: "Hello" }] };
    const same = fold([{ type: "conversation.item.created", item: { ...item, id: "mine" } }], typed);
    const other = fold([{ type: "conversation.item.added", item: { ...item, id: "theirs" } }], typed);
    expect(words(same)).toEqual(["user: Hello"]);
    expect(words(other)).toEqual(["user: Hello"]);
    expect(other.turns).toMatchObject([{ id: "theirs" }]);
    const again = fold([{ type: "conversation.item.added", item: { ...item, id: "later" } }], other);
    expect(words(again), "the same words, typed again").toEqual(["user: Hello", "user: Hello"]);
  });

  test("an interrupted response is marked", () => {
    const delta = { type: "response.output_audio_transcript.delta", item_id: "a1", content_index: 0, delta: "Once" };
    expect(interrupt(fold([delta]), "a1").turns).toMatchObject([{ isInterrupted: true, isFinal: true }]);
  });

  test("errors and failed responses leave their message, until a response ends well", () => {
    const failed = { status: "failed", status_details: { error: { message: "No credit." } } };
    expect(fold([{ type: "response.done", response: failed }]).problem).toBe("No credit.");
    const wrong = fold([{ type: "error", error: { message: "Unknown voice." } }]);
    expect(wrong.problem).toBe("Unknown voice.");
    expect(fold([{ type: "response.done", response: { status: "completed" } }], wrong).problem).toBeUndefined();
    expect(fold([{ type: "error" }]).problem).toContain("without a message");
  });

  test("events without what they should have change nothing", () => {
    const types = [
      ...["response.output_audio_transcript.delta", "conversation.item.added", "input_audio_buffer.committed"],
      ...["conversation.item.input_audio_transcription.completed", "response.output_item.added", "rate_limits.updated"],
    ];
    for (const type of types) expect(fold([{ type }]).turns, type).toEqual([]);
    const call = { id: "f1", type: "function_call", name: "f" };
    expect(fold([{ type: "response.output_item.added", item: call }]).turns).toEqual([]);
  });
});
