/** Manual edits reach each dialect's request in its own form, in the order shown. */
import { describe, expect, test } from "vitest";
import { fromUserParts, withText } from "#lib/playground/conversation/message-parts.ts";
import type { ResponseChoice } from "#lib/playground/conversation/model-response.ts";
import type { SystemTurn, Turn, UserPart, UserTurn } from "#lib/playground/conversation/transcript.ts";
import { GENERATE_CONTENT } from "#lib/playground/dialects/generate-content/dialect.ts";
import { MESSAGES } from "#lib/playground/dialects/messages/dialect.ts";
import { OPENAI_CHAT } from "#lib/playground/dialects/openai-chat.ts";
import { RESPONSES } from "#lib/playground/dialects/responses/dialect.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import { answerTurn, BYTES, build, fileOf, question } from "./text-fixtures.ts";

const text = (words: string): UserPart => ({ type: "text", text: words });
const file = (name: string, mediaType: string): UserPart => ({ type: "file", attachment: fileOf(name, mediaType) });
const mixed = (...parts: UserPart[]): UserTurn => ({ ...question(""), ...fromUserParts(parts) });
const instruction: SystemTurn = { id: "s", parent: null, createdAt: 0, role: "developer", text: "Be brief." };

/** The messages of a body, whatever it calls them. */
async function sent(dialect: TextDialect, turns: Turn[]): Promise<unknown> {
  const { body } = await build(dialect, turns);
  return body.messages ?? body.input ?? body.contents;
}

const byHand = (choice: Partial<ResponseChoice>) =>
  answerTurn(
    { choices: [{ text: "", reasoning: "", refusal: "", toolCalls: [], logprobs: [], ...choice }] },
    { edited: true },
  );
const CALL = { id: "call_1", name: "look", kind: "function", arguments: '{"at":"sky"}' } as const;

describe("parts of a user's message", () => {
  const turn = mixed(text("Before"), file("a.png", "image/png"), text("After"));

  test("keep their order in each API", async () => {
    expect(await sent(OPENAI_CHAT, [turn])).toMatchObject([
      { role: "user", content: [{ text: "Before" }, { type: "image_url" }, { text: "After" }] },
    ]);
    expect(await sent(RESPONSES, [turn])).toMatchObject([
      { role: "user", content: [{ text: "Before" }, { type: "input_image" }, { text: "After" }] },
    ]);
    expect(await sent(MESSAGES, [turn])).toMatchObject([
      { role: "user", content: [{ text: "Before" }, { type: "image" }, { text: "After" }] },
    ]);
    expect(await sent(GENERATE_CONTENT, [turn])).toMatchObject([
      { role: "user", parts: [{ text: "Before" }, { inlineData: {} }, { text: "After" }] },
    ]);
  });

  test("are stored only in an unusual order", () => {
    expect(turn.parts).toHaveLength(3);
    expect(turn).toMatchObject({ text: "Before\n\nAfter", attachments: [{ name: "a.png" }] });
    expect(mixed(file("a.png", "image/png"), text("After")).parts).toBeUndefined();
    expect(mixed(text("Only"), text("  ")).parts).toBeUndefined();
  });

  test("replace the old text with the new one", () => {
    const changed = withText(turn, "New");
    expect(changed).toMatchObject({ text: "New", parts: [{ text: "New" }, { type: "file" }] });
    expect(withText(question("Old"), "New")).toMatchObject({ text: "New" });
  });
});

describe("audio", () => {
  const spoken = question("Listen", [fileOf("a.wav", "audio/wav"), fileOf("b.mp3", "audio/mpeg")]);

  test("is sent with its format to chat completions, and as inline data to generateContent", async () => {
    expect(await sent(OPENAI_CHAT, [spoken])).toMatchObject([
      {
        content: [
          { type: "input_audio", input_audio: { data: BYTES, format: "wav" } },
          { type: "input_audio", input_audio: { data: BYTES, format: "mp3" } },
          { type: "text" },
        ],
      },
    ]);
    expect(await sent(GENERATE_CONTENT, [spoken])).toMatchObject([
      { parts: [{ inlineData: { mimeType: "audio/wav", data: BYTES } }, {}, { text: "Listen" }] },
    ]);
  });

  test("is refused before sending when the API has no audio", async () => {
    for (const dialect of [RESPONSES, MESSAGES]) {
      expect(dialect.refuseFile?.({ mediaType: "audio/wav" })).toContain("doesn’t support audio");
      await expect(build(dialect, [spoken])).rejects.toThrow("a.wav: ");
      expect(dialect.refuseFile?.({ mediaType: "image/png" })).toBeUndefined();
    }
    expect(OPENAI_CHAT.refuseFile?.({ mediaType: "audio/ogg" })).toContain("WAV and MP3 audio only");
    expect(GENERATE_CONTENT.refuseFile?.({ mediaType: "audio/ogg" })).toBeUndefined();
  });
});

test("keeps instructions inside the conversation when the API has a role for them", async () => {
  const turns = [question("Hi"), instruction];
  expect(await sent(OPENAI_CHAT, turns)).toMatchObject([{}, { role: "developer", content: "Be brief." }]);
  expect(await sent(RESPONSES, turns)).toMatchObject([{}, { role: "developer", content: "Be brief." }]);
  expect(await sent(MESSAGES, turns)).toMatchObject([{}, { role: "system", content: "Be brief." }]);
  const { body } = await build(GENERATE_CONTENT, turns, { system: "Be kind." });
  expect(body).toMatchObject({
    systemInstruction: { parts: [{ text: "Be kind.\n\nBe brief." }] },
    contents: [{ role: "user" }],
  });
});

describe("an answer by hand", () => {
  const turn = byHand({
    text: "One\n\nTwo",
    toolCalls: [CALL],
    content: [
      { type: "text", text: "One" },
      { type: "call", index: 0 },
      { type: "text", text: "Two" },
    ],
  });

  test("keeps the order of its parts when the API has one", async () => {
    expect(await sent(MESSAGES, [turn])).toEqual([
      {
        role: "assistant",
        content: [
          { type: "text", text: "One" },
          { type: "tool_use", id: "call_1", name: "look", input: { at: "sky" } },
          { type: "text", text: "Two" },
        ],
      },
    ]);
    expect(await sent(RESPONSES, [turn])).toEqual([
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "One", annotations: [] }] },
      { type: "function_call", call_id: "call_1", name: "look", arguments: '{"at":"sky"}' },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "Two", annotations: [] }] },
    ]);
    expect(await sent(GENERATE_CONTENT, [turn])).toEqual([
      {
        role: "model",
        parts: [
          { text: "One" },
          { functionCall: { id: "call_1", name: "look", args: { at: "sky" } } },
          { text: "Two" },
        ],
      },
    ]);
    expect(await sent(OPENAI_CHAT, [turn])).toMatchObject([{ content: "One\n\nTwo", tool_calls: [{ id: "call_1" }] }]);
  });

  test("sends text, then calls, without an explicit order", async () => {
    expect(await sent(MESSAGES, [byHand({ text: "Hi", toolCalls: [CALL] })])).toMatchObject([
      { content: [{ type: "text" }, { type: "tool_use" }] },
    ]);
  });

  test("sends an unedited response by its original parts", async () => {
    const parts = [{ type: "text", text: "As it came", citations: [] }];
    expect(await sent(MESSAGES, [byHand({ text: "As it came", parts })])).toMatchObject([{ content: parts }]);
  });
});
