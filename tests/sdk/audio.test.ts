/** Speech and transcripts by the official SDKs, in both of their generations: on the sandbox, and through a relay. */
import { createOpenAI } from "@ai-sdk/openai";
import * as ai from "ai";
import { createOpenAI as createOpenAI3 } from "ai-openai-v3";
import * as ai6 from "ai-v6";
import OpenAI, { toFile } from "openai";
import OpenAI6 from "openai-v6";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ADMIN_KEY, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { type StubHandler, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";
import { itemsOf } from "./sdk-gateways.ts";

const openais = [
  { version: "7.x", Sdk: OpenAI },
  { version: "6.x", Sdk: OpenAI6 as unknown as typeof OpenAI },
];
/** The older line has the same functions by other names. */
const olderSdk = {
  generateSpeech: ai6.experimental_generateSpeech,
  transcribe: ai6.experimental_transcribe,
} as unknown as typeof ai;
const aiSdks = [
  { version: "7.x", sdk: ai, create: createOpenAI },
  { version: "6.x", sdk: olderSdk, create: createOpenAI3 as unknown as typeof createOpenAI },
];
const TEXT = "The train leaves at nine.";

/** Speaks as `sound`, and transcribes all sounds as `heard`. */
const answer: StubHandler = (request, response) => {
  if (request.path.endsWith("/speech")) response.writeHead(200, { "content-type": "audio/mpeg" }).end("sound");
  else response.writeHead(200, { "content-type": "application/json" }).end('{"text":"heard"}');
};

describe.each(mounts)("on the %s mount", (mount) => {
  let stub: StubUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    stub = await startStubUpstream(answer);
    gateway = await startGateway({ mount, config: { upstreams: { open: { baseUrl: stub.url, models: ["m"] } } } });
  });
  beforeEach(() => stub.respondWith(answer));
  afterAll(async () => {
    await gateway?.close();
    await stub?.close();
  });

  describe.each(openais)("openai $version", ({ Sdk }) => {
    let client: OpenAI;
    beforeAll(() => {
      client = new Sdk({ baseURL: `${gateway.url}/v1`, apiKey: ADMIN_KEY, maxRetries: 0 });
    });

    it("speaks, and reads its own speech back, whole and as a stream", async () => {
      const model = "sandbox/speech-model-a";
      const spoken = await client.audio.speech.create({ model, input: TEXT, voice: "alloy", response_format: "wav" });
      const bytes = Buffer.from(await spoken.arrayBuffer());
      expect(bytes.toString("latin1", 0, 4)).toBe("RIFF");
      const file = () => toFile(bytes, "speech.wav", { type: "audio/wav" });
      const transcription = { model: "sandbox/transcription-model-a" };
      const whole = await client.audio.transcriptions.create({ ...transcription, file: await file() });
      expect(whole.text).toBe(TEXT);
      const stream = await client.audio.transcriptions.create({ ...transcription, file: await file(), stream: true });
      const events = await itemsOf(stream);
      expect(events.map((event) => (event.type === "transcript.text.delta" ? event.delta : "")).join("")).toBe(TEXT);
      expect(events.at(-1)).toMatchObject({ type: "transcript.text.done", text: TEXT });
      const text = await client.audio.translations.create({
        ...transcription,
        file: await file(),
        response_format: "text",
      });
      expect(String(text)).toBe(`${TEXT}\n`);
    });

    it("is relayed", async () => {
      const spoken = await client.audio.speech.create({ model: "open/m", input: TEXT, voice: "alloy" });
      expect(await spoken.text()).toBe("sound");
      const file = await toFile(Buffer.from("sound"), "a.mp3", { type: "audio/mpeg" });
      expect((await client.audio.transcriptions.create({ model: "open/m", file })).text).toBe("heard");
    });
  });

  describe.each(aiSdks)("ai $version", ({ sdk, create }) => {
    it("speaks and transcribes", async () => {
      const provider = create({ baseURL: `${gateway.url}/v1`, apiKey: ADMIN_KEY });
      const { generateSpeech: speak, transcribe: listen } = sdk;
      const { audio } = await speak({
        ...{ model: provider.speech("sandbox/speech-model-a"), text: TEXT, voice: "alloy", outputFormat: "wav" },
      });
      const { text } = await listen({
        ...{ model: provider.transcription("sandbox/transcription-model-a"), audio: audio.uint8Array },
      });
      expect(text).toBe(TEXT);
      const relayed = await listen({ model: provider.transcription("open/m"), audio: Buffer.from("sound") });
      expect(relayed.text).toBe("heard");
    });
  });
});
