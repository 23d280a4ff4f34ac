/** Reads a text aloud by the gateway's own speech endpoint, piece by piece, and plays it while it arrives. */
import { type GatewayFailure, networkFailure } from "../gateway/errors.ts";
import { callGateway, RequestFailed, requireGood } from "../gateway/gateway-request.ts";
import { createStore, type Store } from "../shell/create-store.ts";
import { createSampleReader } from "./sample-reader.ts";
import { splitSpeech } from "./to-spoken-text.ts";

/** Characters of one request: under OpenAI's limit of 4,096. */
const LONGEST_INPUT = 4_000;
/** Seconds of speech that wait to be played while the next piece is not yet requested: what is not heard costs, too. */
const AHEAD_SECONDS = 15;
const USUAL_RATE = 24_000;

/** Plays sound in the order in which it comes. */
export type SoundPlayer = {
  /** Adds 16-bit samples of one channel. */
  push(samples: Int16Array<ArrayBuffer>, sampleRate: number): void;
  /** Adds a file in any format that the browser decodes. Rejects when it cannot. */
  pushFile(bytes: ArrayBuffer): Promise<void>;
  /** Resolves when less than these seconds wait to be played; also once it is closed. */
  waitForLessThan(seconds: number): Promise<void>;
  setPaused(isPaused: boolean): void;
  close(): void;
};

export type ReadingState = {
  phase: "loading" | "playing" | "paused" | "ended" | "failed";
  /** Number of the piece that is read, from 1, and of all. */
  piece: number;
  pieces: number;
  /** Id of the last request. */
  requestId?: string | undefined;
  failure?: GatewayFailure | undefined;
};

export type Reading = {
  store: Store<ReadingState>;
  setPaused(isPaused: boolean): void;
  stop(): void;
};

export function startReading({
  text,
  model,
  voice,
  player,
  send,
}: {
  text: string;
  model: string;
  voice: string;
  player: SoundPlayer;
  send?: typeof fetch;
}): Reading {
  const pieces = splitSpeech(text, LONGEST_INPUT);
  const store = createStore<ReadingState>({ phase: "loading", piece: 1, pieces: pieces.length });
  const stopping = new AbortController();
  const { signal } = stopping;

  async function readPiece(input: string): Promise<void> {
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model, voice, input, response_format: "pcm" }),
      signal,
    };
    const response = await requireGood(await callGateway("/v1/audio/speech", init, send));
    store.set({ requestId: response.headers.get("x-request-id") ?? undefined });
    await play(response);
  }

  async function play(response: Response): Promise<void> {
    const type = response.headers.get("content-type") ?? "";
    if (!isSamples(type)) {
      await player.pushFile(await response.arrayBuffer());
      begin();
      return;
    }
    const sampleRate = Number(/rate=(\d+)/i.exec(type)?.[1] ?? USUAL_RATE);
    const readSamples = createSampleReader();
    for await (const bytes of readChunks(response)) {
      const samples = readSamples(bytes);
      if (samples.length === 0) continue;
      player.push(samples, sampleRate);
      begin();
    }
  }

  function begin(): void {
    if (store.get().phase === "loading") store.set({ phase: "playing" });
  }

  async function run(): Promise<void> {
    for (const [index, input] of pieces.entries()) {
      await player.waitForLessThan(AHEAD_SECONDS);
      if (signal.aborted) return;
      store.set({ piece: index + 1 });
      await readPiece(input);
    }
    await player.waitForLessThan(0);
  }

  run().then(
    () => end({ phase: "ended" }),
    (error) => end({ phase: "failed", failure: toFailure(error) }),
  );

  function end(state: Partial<ReadingState>): void {
    if (signal.aborted) return;
    stopping.abort();
    player.close();
    store.set(state);
  }

  return {
    store,
    setPaused(isPaused) {
      if (signal.aborted || store.get().phase === "loading") return;
      player.setPaused(isPaused);
      store.set({ phase: isPaused ? "paused" : "playing" });
    },
    stop: () => end({ phase: "ended" }),
  };
}

/** Returns true for samples without a file format around them, as they were asked for. */
function isSamples(contentType: string): boolean {
  return /^(audio\/(l16|pcm|raw)|application\/octet-stream)\b/i.test(contentType);
}

async function* readChunks({ body }: Response): AsyncGenerator<Uint8Array, void, void> {
  const reader = body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) return;
    yield next.value;
  }
}

function toFailure(error: unknown): GatewayFailure {
  return error instanceof RequestFailed ? error.failure : networkFailure(error, true);
}
