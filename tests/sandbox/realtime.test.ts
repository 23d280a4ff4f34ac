/** The sandbox's realtime sessions, event by event. */
import { describe, expect, it } from "vitest";
import { converse } from "#lib/sandbox/realtime/converse.ts";

type Event = { type: string; [field: string]: unknown };

const MS = 24;
/** Sound of so many milliseconds in base64: a tone, or silence. */
function sound(ms: number, loudness = 8_000): string {
  const samples = Int16Array.from({ length: ms * MS }, (_, index) => Math.round(loudness * Math.sin(index / 8)));
  return Buffer.from(samples.buffer).toString("base64");
}

function open() {
  const events: Event[] = [];
  const conversation = converse("realtime-model-a", (event) => events.push(JSON.parse(event)));
  const send = (event: object | string) =>
    conversation.receive(typeof event === "string" ? event : JSON.stringify(event));
  const types = () => events.map(({ type }) => type);
  const ofType = (type: string) => events.filter((event) => event.type === type);
  const until = (type: string, count = 1) => expect.poll(() => ofType(type).length, { timeout: 5_000 }).toBe(count);
  const append = (ms: number, loudness?: number) =>
    send({ type: "input_audio_buffer.append", audio: sound(ms, loudness) });
  const ask = (text: string) => {
    send({
      type: "conversation.item.create",
      item: { type: "message", role: "user", content: [{ type: "input_text", text }] },
    });
    send({ type: "response.create" });
  };
  return { conversation, events, send, types, ofType, until, append, ask };
}

const wordsOf = (events: Event[]) => events.map(({ delta }) => delta).join("");

describe("a session of sandbox/realtime-model-a", () => {
  it("begins with its settings, and takes others", async () => {
    const { send, until, ofType } = open();
    await until("session.created");
    send({
      type: "session.update",
      session: { type: "realtime", audio: { input: { turn_detection: null }, output: { voice: "cedar" } } },
    });
    expect(ofType("session.updated")).toMatchObject([
      {
        event_id: expect.stringMatching(/^event_/),
        session: {
          audio: { input: { turn_detection: null }, output: { voice: "cedar" } },
          output_modalities: ["audio"],
        },
      },
    ]);
  });

  it("reads a typed message back, in words and sound, with its usage", async () => {
    const { ask, until, ofType, types } = open();
    ask("Good morning");
    await until("response.done");
    const words = "You wrote: Good morning. I am the sandbox, and only read it back.";
    expect(wordsOf(ofType("response.output_audio_transcript.delta"))).toBe(words);
    expect(ofType("response.output_audio_transcript.done")).toMatchObject([{ transcript: words }]);
    const bytes = ofType("response.output_audio.delta").reduce(
      (sum, { delta }) => sum + Buffer.from(String(delta), "base64").length,
      0,
    );
    expect(bytes).toBeGreaterThan(48_000);
    const [done] = ofType("response.done");
    expect(done).toMatchObject({
      response: {
        status: "completed",
        output: [{ role: "assistant", content: [{ type: "output_audio", transcript: words }] }],
        usage: { output_token_details: { audio_tokens: Math.ceil(bytes / 48 / 50) } },
      },
    });
    expect(
      types()
        .filter((type) => !type.endsWith(".delta"))
        .slice(1),
    ).toEqual([
      ...["conversation.item.added", "conversation.item.done", "response.created", "response.output_item.added"],
      ...["conversation.item.added", "response.content_part.added", "response.output_audio.done"],
      ...["response.output_audio_transcript.done", "response.content_part.done", "response.output_item.done"],
      ...["conversation.item.done", "response.done"],
    ]);
  });

  it("responds in text alone where that is asked", async () => {
    const { send, ask, until, ofType } = open();
    send({ type: "session.update", session: { output_modalities: ["text"] } });
    ask("Hi!");
    await until("response.done");
    expect(wordsOf(ofType("response.output_text.delta"))).toBe(
      "You wrote: Hi! I am the sandbox, and only read it back.",
    );
    expect(ofType("response.output_audio.delta")).toEqual([]);
  });

  it("hears that something sounds, and says that it does not understand it", async () => {
    const { append, until, ofType } = open();
    append(200, 0);
    append(1_000);
    expect(ofType("input_audio_buffer.speech_started")).toMatchObject([{ audio_start_ms: 200 }]);
    append(400, 0);
    expect(ofType("input_audio_buffer.speech_stopped"), "a pause of less than half a second").toEqual([]);
    append(200, 0);
    await until("response.done");
    const [started] = ofType("input_audio_buffer.speech_started");
    for (const type of ["input_audio_buffer.speech_stopped", "input_audio_buffer.committed"]) {
      expect(ofType(type), type).toMatchObject([{ item_id: started?.item_id }]);
    }
    expect(wordsOf(ofType("response.output_audio_transcript.delta"))).toMatch(
      /^I am the sandbox, and I cannot understand speech\. I heard 1\.\d seconds of sound\./,
    );
    expect(ofType("response.done")).toMatchObject([
      { response: { usage: { input_token_details: { audio_tokens: 15 } } } },
    ]);
  });

  it("takes no click and no hiss for speech", () => {
    const { append, types } = open();
    append(20);
    append(500, 200);
    expect(types()).toEqual(["session.created"]);
  });

  it("answers sound that never pauses, and is not interrupted by the rest of it", async () => {
    const { append, until, ofType } = open();
    for (let beep = 0; beep < 80; beep++) {
      append(100);
      append(380, 0);
    }
    await until("response.done");
    expect(ofType("response.done")).toMatchObject([{ response: { status: "completed" } }]);
    expect(ofType("input_audio_buffer.speech_started")).toHaveLength(1);
    expect(wordsOf(ofType("response.output_audio_transcript.delta"))).toContain("I heard 30.0 seconds of sound.");
  });

  it("is interrupted by speech, and by a client", async () => {
    const { ask, append, send, conversation, until, ofType } = open();
    conversation.setPaused(true);
    ask("One");
    append(200);
    await until("response.done");
    expect(ofType("response.done")).toMatchObject([
      { response: { status: "cancelled", status_details: { reason: "turn_detected" } } },
    ]);
    ask("Two");
    send({ type: "response.cancel" });
    await until("response.done", 2);
    expect(ofType("response.done")[1]).toMatchObject({ response: { status_details: { reason: "client_cancelled" } } });
  });

  it("waits for a client that reads slowly", async () => {
    const { conversation, ask, until, ofType } = open();
    conversation.setPaused(true);
    ask("One");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(ofType("response.output_audio.delta")).toEqual([]);
    conversation.setPaused(false);
    await until("response.done");
    expect(ofType("response.output_audio.delta").length).toBeGreaterThan(0);
  });

  it("cuts its reply to what was heard", async () => {
    const { ask, send, until, ofType } = open();
    ask("One");
    await until("response.done");
    const id = ofType("response.output_audio.delta")[0]?.item_id;
    const cut = { type: "conversation.item.truncate", item_id: id, content_index: 0 };
    send({ ...cut, audio_end_ms: 500 });
    expect(ofType("conversation.item.truncated")).toMatchObject([{ item_id: id, audio_end_ms: 500 }]);
    send({ ...cut, audio_end_ms: 500_000 });
    send({ ...cut, item_id: "nobody", audio_end_ms: 1 });
    expect(ofType("error").map(({ error }) => (error as { code: string }).code)).toEqual([
      "invalid_value",
      "item_not_found",
    ]);
  });

  it("takes sound that the client commits itself", async () => {
    const { send, append, ask, until, ofType } = open();
    send({ type: "session.update", session: { audio: { input: { turn_detection: null } } } });
    send({ type: "input_audio_buffer.commit" });
    append(300);
    expect(ofType("input_audio_buffer.speech_started")).toEqual([]);
    send({ type: "input_audio_buffer.commit" });
    send({ type: "response.create" });
    send({ type: "response.create" });
    await until("response.done");
    expect(wordsOf(ofType("response.output_audio_transcript.delta"))).toContain("I heard 0.3 seconds of sound.");
    expect(ofType("error").map(({ error }) => (error as { code: string }).code)).toEqual([
      "input_audio_buffer_commit_empty",
      "conversation_already_has_active_response",
    ]);
    ask("Now words");
    await until("response.done", 2);
  });

  it.each<[string, object | string, string | null]>([
    ["no JSON", "{", "type"],
    ["an unknown event", { type: "conversation.item.retrieve", item_id: "i" }, "type"],
    ["sound that is no base64", { type: "input_audio_buffer.append", audio: "§" }, "audio"],
    [
      "another format",
      { type: "session.update", session: { audio: { input: { format: { type: "audio/pcmu" } } } } },
      "session.audio",
    ],
    ["a cancel without a response", { type: "response.cancel" }, null],
  ])("answers %s with an error that names the field", (_name, event, param) => {
    const { send, ofType } = open();
    send(event);
    expect(ofType("error")).toMatchObject([{ error: { type: "invalid_request_error", param } }]);
  });

  it("sends nothing after its end", async () => {
    const { conversation, ask, types } = open();
    ask("One");
    conversation.close();
    const before = types().length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(types()).toHaveLength(before);
  });
});
