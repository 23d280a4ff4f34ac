import { describe, expect, test, vi } from "vitest";
import { MicrophoneProblem } from "#lib/playground/audio/microphone-problem.ts";
import type { OpenMicrophone } from "#lib/playground/audio/recorder.ts";
import type { SocketListeners } from "#lib/playground/talk/connect.ts";
import { describeClosing } from "#lib/playground/talk/describe-closing.ts";
import { listSpoken } from "#lib/playground/talk/talk-conversation.ts";
import type { RealtimeEvent } from "#lib/playground/talk/talk-frames.ts";
import { startTalk } from "#lib/playground/talk/talk-session.ts";

const SETTINGS = { model: "rt/gpt-realtime", voice: "marin", instructions: " ", transcription: "" };
const settle = () => new Promise((resolve) => setTimeout(resolve));

function setUp({ microphone, send }: { microphone?: OpenMicrophone; send?: typeof fetch } = {}) {
  const sent: RealtimeEvent[] = [];
  const heard = { closes: 0, speak: (_samples: Float32Array) => {}, unplug: () => {} };
  const speaker = { left: 0, closes: 0 };
  let listeners: SocketListeners | undefined;
  let unsent = 0;
  let closes = 0;
  const openMicrophone: OpenMicrophone = async ({ onSamples, onEnd }) => {
    Object.assign(heard, { speak: onSamples, unplug: onEnd });
    return { sampleRate: 24_000, close: () => void heard.closes++ };
  };
  const talk = startTalk({
    settings: SETTINGS,
    openMicrophone: microphone ?? openMicrophone,
    openSocket: (_address, given) => {
      listeners = given;
      return {
        send: (text) => sent.push(JSON.parse(text)),
        close: () => void closes++,
        unsentBytes: () => unsent,
      };
    },
    createPlayer: () => ({
      push: (samples) => {
        speaker.left += samples.length / 24_000;
      },
      waitForLessThan: () => new Promise(() => {}),
      secondsLeft: () => speaker.left,
      close: () => void speaker.closes++,
    }),
    ...(send ? { send } : {}),
  });
  const socket = () => listeners ?? expect.fail("no socket");
  return {
    ...{ talk, sent, heard, speaker },
    open: () => socket().onOpen(),
    receive: (event: object) => socket().onMessage(JSON.stringify(event)),
    receiveText: (text: string) => socket().onMessage(text),
    close: (code: number, reason = "") => socket().onClose({ code, reason }),
    types: () => sent.map(({ type }) => type),
    slowDown: (bytes: number) => {
      unsent = bytes;
    },
    closes: () => closes,
    state: () => talk.store.get(),
  };
}

const SPEECH = new Float32Array(2_400).fill(0.5);
const delta = (seconds: number) => ({
  ...{ type: "response.output_audio.delta", item_id: "a1", content_index: 0 },
  delta: Buffer.alloc(seconds * 48_000).toString("base64"),
});

describe("a session", () => {
  test("sets itself up, and sends what the microphone hears as 24 kHz samples", async () => {
    const { talk, sent, heard, open, types } = setUp();
    await settle();
    heard.speak(SPEECH);
    expect(sent, "nothing before the socket is open").toEqual([]);
    open();
    expect(sent).toEqual([
      {
        type: "session.update",
        session: {
          type: "realtime",
          output_modalities: ["audio"],
          audio: {
            input: {
              format: { type: "audio/pcm", rate: 24_000 },
              turn_detection: { type: "server_vad", create_response: true, interrupt_response: true },
            },
            output: { format: { type: "audio/pcm", rate: 24_000 }, voice: "marin" },
          },
        },
      },
    ]);
    heard.speak(SPEECH);
    expect(types().at(-1)).toBe("input_audio_buffer.append");
    const loud = new Int16Array(Uint8Array.from(Buffer.from(String(sent.at(-1)?.audio), "base64")).buffer);
    expect(Math.max(...loud)).toBeGreaterThan(16_000);
    expect(talk.microphone.level.get().value).toBeGreaterThan(0.5);
    talk.microphone.setMuted(true);
    heard.speak(SPEECH);
    heard.speak(SPEECH);
    const silent = new Int16Array(Uint8Array.from(Buffer.from(String(sent.at(-1)?.audio), "base64")).buffer);
    expect(Math.max(...silent)).toBe(0);
  });

  test("drops sound that a slow network would deliver too late", async () => {
    const { heard, open, sent, slowDown } = setUp();
    await settle();
    open();
    slowDown(2_000_000);
    heard.speak(SPEECH);
    expect(sent).toHaveLength(1);
  });

  test("is interrupted when the user speaks, and tells what was heard", async () => {
    const { speaker, open, receive, sent, state } = setUp();
    open();
    receive({ type: "response.created" });
    receive(delta(2));
    receive({ type: "response.output_audio_transcript.delta", item_id: "a1", content_index: 0, delta: "Once" });
    expect(state().isPlaying).toBe(true);
    speaker.left = 0.5;
    receive({ type: "input_audio_buffer.speech_started", item_id: "u1" });
    expect(sent.at(-1)).toEqual({
      ...{ type: "conversation.item.truncate", item_id: "a1", content_index: 0, audio_end_ms: 1_500 },
    });
    expect(speaker.closes).toBe(1);
    expect(state()).toMatchObject({
      isPlaying: false,
      conversation: { turns: [{ isInterrupted: true }, { id: "u1" }] },
    });
    receive({ type: "input_audio_buffer.speech_started", item_id: "u2" });
    expect(sent.filter(({ type }) => type === "conversation.item.truncate")).toHaveLength(1);
  });

  test("a typed message asks for a response, after the one under way was cancelled", () => {
    const { talk, open, receive, types, state } = setUp();
    talk.sendText("too early");
    open();
    talk.sendText("One");
    expect(types()).toEqual(["session.update", "conversation.item.create", "response.create"]);
    receive({ type: "response.created" });
    talk.sendText("Two");
    expect(types().slice(3)).toEqual(["response.cancel", "conversation.item.create"]);
    receive({ type: "response.done", response: { status: "cancelled" } });
    expect(types().at(-1)).toBe("response.create");
    expect(listSpoken(state().conversation).map(({ text }) => text)).toEqual(["One", "Two"]);
  });

  test("races about which response is under way are solved, and are no problem of the user", () => {
    const { talk, open, receive, types, state } = setUp();
    open();
    receive({ type: "response.created" });
    talk.sendText("One");
    receive({ type: "error", error: { code: "response_cancel_not_active", message: "None." } });
    expect(types().at(-1)).toBe("response.create");
    const count = types().length;
    receive({ type: "error", error: { code: "conversation_already_has_active_response", message: "Busy." } });
    expect(types()).toHaveLength(count);
    receive({ type: "response.done", response: { status: "completed" } });
    expect(types().at(-1)).toBe("response.create");
    expect(state().conversation.problem).toBeUndefined();
  });

  test("goes on by text when there is no microphone, which can be opened later", async () => {
    const microphone = vi.fn<OpenMicrophone>().mockRejectedValueOnce(new MicrophoneProblem("Not allowed."));
    microphone.mockResolvedValueOnce({ sampleRate: 48_000, close() {} });
    const { talk, open, state } = setUp({ microphone });
    open();
    await settle();
    expect(talk.microphone.store.get()).toEqual({ phase: "off", problem: "Not allowed." });
    expect(state().phase).toBe("open");
    talk.microphone.open();
    await settle();
    expect(talk.microphone.store.get().phase).toBe("on");
  });

  test("says when the microphone is unplugged, and goes on", async () => {
    const { talk, heard, open, state } = setUp();
    await settle();
    open();
    heard.unplug();
    expect(talk.microphone.store.get()).toMatchObject({ phase: "off", problem: "The microphone was disconnected." });
    expect(heard.closes).toBe(1);
    expect(state().phase).toBe("open");
  });

  test("ends once, with the microphone and the sound off, and hears nothing more", async () => {
    const { talk, heard, speaker, open, receive, close, closes, sent, state } = setUp();
    await settle();
    open();
    receive(delta(1));
    talk.end();
    talk.end();
    close(1000);
    heard.speak(SPEECH);
    receive({ type: "error", error: { message: "late" } });
    expect([heard.closes, speaker.closes, closes()]).toEqual([1, 1, 1]);
    expect(sent).toHaveLength(1);
    expect(state()).toMatchObject({ phase: "ended", conversation: { turns: [] } });
    expect(state().ending).toBeUndefined();
  });

  test("a microphone that is allowed after the end is turned off", async () => {
    const asked = Promise.withResolvers<void>();
    let closes = 0;
    const { talk, open } = setUp({
      microphone: async () => {
        await asked.promise;
        return { sampleRate: 48_000, close: () => void closes++ };
      },
    });
    open();
    talk.end();
    asked.resolve();
    await settle();
    expect(closes).toBe(1);
  });

  test("says how it was closed", () => {
    const { open, receive, close, state } = setUp();
    open();
    receive({ type: "error", error: { message: "The session had no message for 15 minutes. Open another one." } });
    close(1011, "The provider failed.");
    expect(state()).toMatchObject({ phase: "ended", conversation: { problem: expect.stringContaining("15 minutes") } });
    expect(state().ending).toBe("The session has ended: the provider failed. (close code 1011: The provider failed.)");
  });

  test("lists what is no event", () => {
    const { talk, open, receiveText } = setUp();
    open();
    receiveText("no JSON");
    receiveText("[1]");
    expect(talk.log.get().frames.map(({ type }) => type)).toEqual([
      "session.update",
      "(not an event)",
      "(not an event)",
    ]);
  });
});

describe("a session that does not open", () => {
  const respond = (status: number, body: object) => async () => Response.json(body, { status });

  test("says the gateway's reason, for which it asks the same address", async () => {
    const send = vi.fn(respond(429, { error: 429, message: "Too many.", code: "too_many_websockets" }));
    const { close, state } = setUp({ send });
    close(1006);
    await settle();
    expect(send).toHaveBeenCalledWith("/v1/realtime?model=rt%2Fgpt-realtime", { credentials: "same-origin" });
    expect(state()).toMatchObject({ phase: "ended", failure: { status: 429, message: "Too many." } });
  });

  test("suspects a proxy when the gateway would take it", async () => {
    const { close, state } = setUp({ send: respond(426, { error: 426, message: "Upgrade." }) });
    close(1006);
    await settle();
    expect(state().failure).toMatchObject({ type: "no_web_socket", message: expect.stringContaining("proxy") });
  });

  test("says when the gateway is gone", async () => {
    const { close, state } = setUp({ send: () => Promise.reject(new TypeError("Failed to fetch")) });
    close(1006);
    await settle();
    expect(state().failure?.message).toBe("Couldn’t reach the gateway: Failed to fetch");
  });
});

test.each([
  [{ code: 1000, reason: "" }, "", "The session has ended."],
  [{ code: 1006, reason: "" }, "", "The connection was lost."],
  [{ code: 1005, reason: "" }, "", "The session has ended."],
  [{ code: 1000, reason: "Bye" }, "", "The session has ended. (close code 1000: Bye)"],
  [{ code: 4001, reason: "Too long" }, "", "The session has ended. (close code 4001: Too long)"],
  [{ code: 1008, reason: "Used up…" }, "Used up for today.", "The session was refused. (close code 1008)"],
])("the close frame %j is described", (closing, shown, sentence) => {
  expect(describeClosing(closing, shown)).toBe(sentence);
});
