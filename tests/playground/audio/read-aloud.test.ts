import { describe, expect, test, vi } from "vitest";
import { type SoundPlayer, startReading } from "#lib/playground/audio/read-aloud.ts";
import { chooseSpeechModel, listSpeechModels } from "#lib/playground/audio/speech-settings.ts";
import type { Model } from "#lib/playground/models/models.ts";

/** A player that has played all it got at once, unless the test holds it. */
function fakePlayer() {
  const played: number[] = [];
  let rate = 0;
  let files = 0;
  let closed = 0;
  const paused: boolean[] = [];
  let held: PromiseWithResolvers<void> | undefined;
  const player: SoundPlayer = {
    push(samples, sampleRate) {
      played.push(...samples);
      rate = sampleRate;
    },
    pushFile: async () => void files++,
    waitForLessThan: async () => held?.promise,
    setPaused: (isPaused) => void paused.push(isPaused),
    close: () => void closed++,
  };
  return {
    player,
    paused,
    hold: () => {
      held = Promise.withResolvers();
      return held.resolve;
    },
    facts: () => ({ played, rate, files, closed }),
  };
}

/** Responses of the speech endpoint, and what was asked of it. */
function fakeGateway(respond: (input: string) => Response) {
  const bodies: { model: string; voice: string; input: string; response_format: string }[] = [];
  const send: typeof fetch = async (_path, init) => {
    init?.signal?.throwIfAborted();
    const body = JSON.parse(String(init?.body));
    bodies.push(body);
    return respond(body.input);
  };
  return { bodies, send };
}

function inPieces(pieces: number[][], type = "audio/pcm;rate=16000"): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(Uint8Array.from(piece));
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": type, "x-request-id": "req_1" } });
}

const READ = { text: "Hello there.", model: "sandbox/speech-model-a", voice: "alloy" };

describe("a text that is read aloud", () => {
  test("is requested as samples, which play as they come, also when a chunk ends within one", async () => {
    const { player, facts } = fakePlayer();
    const { bodies, send } = fakeGateway(() => inPieces([[1, 0, 2], [0], [255, 255, 3, 0]]));
    const { store } = startReading({ ...READ, player, send });
    const phases: string[] = [];
    store.subscribe(() => phases.push(store.get().phase));
    await vi.waitFor(() => expect(store.get().phase).toBe("ended"));
    expect(bodies).toEqual([{ model: READ.model, voice: "alloy", input: "Hello there.", response_format: "pcm" }]);
    expect(facts()).toEqual({ played: [1, 2, -1, 3], rate: 16_000, files: 0, closed: 1 });
    expect(phases).toContain("playing");
    expect(store.get().requestId).toBe("req_1");
  });

  test("plays a file when the model makes no samples", async () => {
    const { player, facts } = fakePlayer();
    const { send } = fakeGateway(() => inPieces([[1, 2, 3]], "audio/mpeg"));
    const { store } = startReading({ ...READ, player, send });
    await vi.waitFor(() => expect(store.get().phase).toBe("ended"));
    expect(facts()).toMatchObject({ files: 1, played: [] });
  });

  test("that is long is requested piece by piece, as far ahead as it is heard", async () => {
    const { player, hold } = fakePlayer();
    const { bodies, send } = fakeGateway(() => inPieces([[1, 0]]));
    const text = "A sentence of some words. ".repeat(400);
    const { store } = startReading({ ...READ, text, player, send });
    const release = hold();
    await vi.waitFor(() => expect(store.get()).toMatchObject({ phase: "playing", piece: 1, pieces: 3 }));
    expect(bodies).toHaveLength(1);
    release();
    await vi.waitFor(() => expect(store.get()).toMatchObject({ phase: "ended", piece: 3 }));
    expect(bodies.map(({ input }) => input).join(" ")).toBe(text.trim());
  });

  test("is paused, resumed and stopped, and nothing comes after", async () => {
    const { player, paused, hold, facts } = fakePlayer();
    const { bodies, send } = fakeGateway(() => inPieces([[1, 0]]));
    const reading = startReading({ ...READ, text: "A sentence of some words. ".repeat(400), player, send });
    reading.setPaused(true);
    expect(paused, "nothing to pause yet").toEqual([]);
    const release = hold();
    await vi.waitFor(() => expect(reading.store.get().phase).toBe("playing"));
    reading.setPaused(true);
    expect(reading.store.get().phase).toBe("paused");
    reading.setPaused(false);
    expect([reading.store.get().phase, paused]).toEqual(["playing", [true, false]]);
    reading.stop();
    release();
    await new Promise((resolve) => setTimeout(resolve));
    expect([reading.store.get().phase, bodies.length, facts().closed]).toEqual(["ended", 1, 1]);
  });

  test("fails with the gateway's error", async () => {
    const { player, facts } = fakePlayer();
    const error = { error: 429, message: "Too many requests", type: "rate_limit_error", request_id: "req_2" };
    const { send } = fakeGateway(() => Response.json(error, { status: 429 }));
    const { store } = startReading({ ...READ, player, send });
    await vi.waitFor(() => expect(store.get().phase).toBe("failed"));
    expect(store.get().failure).toMatchObject({ status: 429, message: "Too many requests", requestId: "req_2" });
    expect(facts().closed).toBe(1);
  });

  test("fails without a gateway", async () => {
    const { player } = fakePlayer();
    const send: typeof fetch = () => Promise.reject(new TypeError("fetch failed"));
    const { store } = startReading({ ...READ, player, send });
    await vi.waitFor(() => expect(store.get()).toMatchObject({ phase: "failed", failure: { origin: "network" } }));
  });
});

describe("models that speak", () => {
  const modelOf = (id: string, capabilities?: Model["capabilities"]): Model => ({
    id,
    name: id,
    upstream: id.slice(0, id.indexOf("/")),
    ...(capabilities && { capabilities }),
  });
  const models = [
    modelOf("sandbox/guide", { speech: false }),
    modelOf("sandbox/speech-model-a", { speech: true }),
    modelOf("far/words"),
    modelOf("far/settings-1"),
    modelOf("far/small-tts-2"),
    modelOf("far/tts-of-words", { vision: true }),
  ];

  test("say so, or have it in their name where nothing is known", () =>
    expect(listSpeechModels(models).map(({ id }) => id)).toEqual(["sandbox/speech-model-a", "far/small-tts-2"]));

  test("are chosen by the user, then of a provider, then of the sandbox", () => {
    expect(chooseSpeechModel(models, "sandbox/speech-model-a")?.id).toBe("sandbox/speech-model-a");
    expect(chooseSpeechModel(models, "gone/model")?.id).toBe("far/small-tts-2");
    expect(chooseSpeechModel(models.slice(0, 2), undefined)?.id).toBe("sandbox/speech-model-a");
    expect(chooseSpeechModel(models.slice(0, 1), undefined)).toBeUndefined();
  });
});
