/** Speech and transcripts: relayed, translated to generateContent, and made by the sandbox. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readWaveHead } from "#lib/canonical/wave-file.ts";
import { createKey } from "../support/create-key.ts";
import { expectError } from "../support/expect-error.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";

const UPSTREAM_KEY = "sk-upstream-audio-0123456789";
const BEARER = { authorization: `Bearer ${ADMIN_KEY}` };

describe.each(mounts)("audio on the %s mount", (mount) => {
  let stub: StubUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    stub = await startStubUpstream();
    const google = stub.url.replace("/v1", "/v1beta");
    gateway = await startGateway({
      mount,
      environment: { UPSTREAM_KEY },
      config: {
        retries: { attempts: 0 },
        upstreams: {
          openai: {
            baseUrl: stub.url,
            apiKeyEnv: "UPSTREAM_KEY",
            prices: { "tts-9": { per_character: 0.5 } },
          },
          gemini: { baseUrl: google, apiKeyEnv: "UPSTREAM_KEY", dialects: ["google-generate"] },
          claude: { baseUrl: stub.url, apiKeyEnv: "UPSTREAM_KEY", dialects: ["anthropic-messages"] },
        },
        routes: { voice: { targets: [{ model: "claude/none" }, { model: "openai/tts-9" }] } },
      },
    });
  });
  afterEach(() => stub.reset());
  afterAll(async () => {
    await gateway?.close();
    await stub?.close();
  });

  const speak = (fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/v1/audio/speech`, {
      method: "POST",
      headers: { ...AUTHORIZED, ...headers },
      body: JSON.stringify({ input: "Hello there.", voice: "alloy", ...fields }),
    });
  const formOf = (
    fields: Record<string, string | string[]>,
    file?: { bytes: BlobPart; name: string; type: string },
  ) => {
    const form = new FormData();
    // As SDKs send it: the file before the model.
    if (file) form.set("file", new File([file.bytes], file.name, { type: file.type }));
    for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one);
    return form;
  };
  const SOUND = { bytes: Buffer.from("ID3 some sound"), name: "a.mp3", type: "audio/mpeg" };
  const transcribe = (
    form: FormData,
    { task = "transcriptions", headers = {} }: { task?: string; headers?: object } = {},
  ) => fetch(`${gateway.url}/v1/audio/${task}`, { method: "POST", headers: { ...BEARER, ...headers }, body: form });
  const rowOf = async (response: Response) => {
    const id = response.headers.get("x-request-id");
    const last = async () => {
      const { data } = await (await fetch(`${gateway.url}/api/requests?limit=1`, { headers: AUTHORIZED })).json();
      return data[0];
    };
    return expect.poll(last, { timeout: 10_000 }).toMatchObject({ id }).then(last);
  };

  describe("speech", () => {
    it("is relayed as it comes: the first bytes before the last are made", async () => {
      let goOn = () => {};
      const held = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      stub.respondWith(async (_request, response) => {
        response.writeHead(200, { "content-type": "audio/mpeg", "x-request-id": "up_1" });
        response.write("first");
        await held;
        response.end("last");
      });
      const response = await speak({ model: "openai/tts-9", speed: 1.25, odd: [1] });
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
      expect(response.headers.get("x-gateway-lane")).toBe("relay");
      expect(response.headers.get("x-upstream-request-id")).toBe("up_1");
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      expect(Buffer.from((await reader.read()).value as Uint8Array).toString()).toBe("first");
      goOn();
      let rest = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) rest += Buffer.from(part.value);
      expect(rest).toBe("last");
      const [request] = stub.requests;
      expect(request?.path).toBe("/v1/audio/speech");
      expect(request?.headers.authorization).toBe(`Bearer ${UPSTREAM_KEY}`);
      expect(JSON.parse(`${request?.body}`)).toEqual({
        ...{ input: "Hello there.", voice: "alloy", model: "tts-9", speed: 1.25, odd: [1] },
      });
      expect(await rowOf(response)).toMatchObject({ dialect: "openai-audio", lane: "relay", cost: 6 });
    });

    it("is relayed as events, whose usage is logged; a cut stream ends in an error", async () => {
      const delta = 'data: {"type":"speech.audio.delta","audio":"AAAA"}\n\n';
      const done =
        'data: {"type":"speech.audio.done","usage":{"input_tokens":3,"output_tokens":9,"total_tokens":12}}\n\n';
      stub.respondWith(streamReply({ chunks: [delta, delta, done] }));
      const response = await speak({ model: "openai/tts-9", stream_format: "sse" });
      expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
      expect(await response.text()).toBe(delta + delta + done);
      expect(await rowOf(response)).toMatchObject({ input_tokens: 3, output_tokens: 9, stream: true });
      stub.respondWith(streamReply({ chunks: [delta] }));
      expect(await (await speak({ model: "openai/tts-9", stream_format: "sse" })).text()).toContain('"type":"error"');
    });

    it("cuts the connection when the upstream breaks off, and cancels when the client leaves", async () => {
      stub.respondWith((_request, response) => {
        response.writeHead(200, { "content-type": "audio/mpeg", "content-length": "1000" });
        response.write("first", () => response.destroy());
      });
      await expect(speak({ model: "openai/tts-9" }).then((response) => response.text())).rejects.toThrow();
      stub.respondWith((_request, response) => {
        response.writeHead(200, { "content-type": "audio/mpeg" });
        response.write("first");
      });
      const response = await speak({ model: "openai/tts-9" });
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      await reader.cancel();
      await expect.poll(() => stub.aborts.length, { timeout: 10_000 }).toBeGreaterThan(0);
    });

    it.each([
      ["an HTML page", "text/html", "<p>Hello", /an HTML page/],
      ["JSON", "application/json", '{"ok":true}', /a JSON document/],
    ])("refuses %s in place of audio", async (_name, type, body, message) => {
      stub.respondWith((_request, response) => {
        response.writeHead(200, { "content-type": type });
        response.end(body);
      });
      await expectError(await speak({ model: "openai/tts-9" }), { status: 502, type: "upstream_error", message });
    });

    it("passes a refusal on, says when a provider has no such route, and goes on to the next target", async () => {
      stub.respondWith(jsonReply({ error: { message: "Bad voice", param: "voice" } }, { status: 400 }));
      await expectError(await speak({ model: "openai/tts-9" }), {
        ...{ status: 400, type: "invalid_request_error", param: "voice", message: /^Bad voice/ },
      });
      stub.respondWith(jsonReply("<h1>Not Found</h1>", { status: 404 }));
      await expectError(await speak({ model: "openai/tts-9" }), {
        ...{ status: 404, code: "route_not_supported", type: "not_found_error", param: "model" },
        message: /^Provider "openai" can't serve \/v1\/audio\/speech: it answered 404/,
      });
      await expectError(await speak({ model: "claude/x" }), {
        ...{ status: 404, code: "route_not_supported", type: "not_found_error", param: "model" },
        message: /it speaks only anthropic-messages/,
      });
      stub.respondWith(
        (_request, response) => void response.writeHead(200, { "content-type": "audio/mpeg" }).end("ok"),
      );
      const response = await speak({ model: "voice" });
      expect([response.status, await response.text()]).toEqual([200, "ok"]);
      expect(response.headers.get("x-gateway-route")).toMatch(/^claude\/none 404 .*openai\/tts-9 200/);
    });

    it("of a model of Google's API is a WAV file, and raw samples on request", async () => {
      const samples = Buffer.alloc(4_800, 7);
      const inlineData = { mimeType: "audio/L16;codec=pcm;rate=16000", data: samples.toString("base64") };
      stub.respondWith(
        jsonReply({
          candidates: [{ content: { role: "model", parts: [{ inlineData }] }, finishReason: "STOP" }],
          usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 40, totalTokenCount: 44 },
        }),
      );
      const response = await speak({ model: "gemini/voice", instructions: "Say it gladly", speed: 2 });
      expect(response.headers.get("content-type")).toBe("audio/wav");
      expect(response.headers.get("x-gateway-dropped")).toBe("speed");
      const file = Buffer.from(await response.arrayBuffer());
      expect(readWaveHead(file)).toMatchObject({ sampleRate: 16_000, channels: 1, seconds: 0.15 });
      expect(file.subarray(-samples.length).equals(samples)).toBe(true);
      const [request] = stub.requests;
      expect(request?.path).toBe("/v1beta/models/voice:generateContent");
      expect(JSON.parse(`${request?.body}`)).toMatchObject({
        contents: [{ parts: [{ text: "Say it gladly: Hello there." }] }],
        generationConfig: {
          responseModalities: ["AUDIO"],
          speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } } },
        },
      });
      expect(await rowOf(response)).toMatchObject({ lane: "translate", input_tokens: 4, output_tokens: 40 });
      const raw = await speak({ model: "gemini/voice", response_format: "pcm" });
      expect(raw.headers.get("content-type")).toBe("audio/pcm;rate=16000");
      expect(Buffer.from(await raw.arrayBuffer()).equals(samples)).toBe(true);
      stub.respondWith(jsonReply({ candidates: [{ content: { parts: [{ text: "No" }] }, finishReason: "STOP" }] }));
      expect((await speak({ model: "gemini/voice" })).status).toBe(502);
    });

    it("of the sandbox is the same each time, plays, and names the format that it cannot make", async () => {
      const model = "sandbox/speech-model-a";
      const [one, other, deep, slow] = await Promise.all(
        [{}, {}, { voice: "onyx" }, { speed: 0.5 }].map(async (fields) => {
          const response = await speak({ model, response_format: "wav", ...fields });
          expect(response.headers.get("x-gateway-dropped")).toBeNull();
          const bytes = Buffer.from(await response.arrayBuffer());
          // Next sends a body of this size in chunks.
          if (mount === "node") expect(response.headers.get("content-length")).toBe(String(bytes.length));
          return bytes;
        }),
      );
      expect(one?.equals(other as Buffer)).toBe(true);
      expect(one?.equals(deep as Buffer)).toBe(false);
      expect(readWaveHead(slow as Buffer)?.seconds).toBeCloseTo(2 * (readWaveHead(one as Buffer)?.seconds ?? 0), 1);
      const mp3 = await speak({ model, response_format: "mp3", instructions: "gladly" });
      expect(mp3.headers.get("content-type")).toBe("audio/wav");
      expect(mp3.headers.get("x-gateway-dropped")).toBe("instructions, response_format");
      const events = (await (await speak({ model, stream_format: "sse", response_format: "wav" })).text())
        .split("\n\n")
        .filter(Boolean)
        .map((event) => JSON.parse(event.replace(/^data: /, "")));
      const audio = Buffer.concat(events.flatMap(({ audio }) => (audio ? [Buffer.from(audio, "base64")] : [])));
      expect(audio.equals(one as Buffer)).toBe(true);
      expect(events.at(-1)).toMatchObject({ type: "speech.audio.done", usage: { input_tokens: 3 } });
    });
  });

  describe("transcription", () => {
    it("sends the form on with the upstream's model, and the bytes of the answer back", async () => {
      const answer = `{"text" : "Hello",\n"usage":{"type":"tokens","input_tokens":8,"output_tokens":2,"total_tokens":10}}`;
      stub.respondWith(jsonReply(answer));
      const form = formOf({ model: "openai/stt-9", "timestamp_granularities[]": ["word", "segment"], odd: "1" }, SOUND);
      const response = await transcribe(form);
      expect(await response.text()).toBe(answer);
      const [request] = stub.requests;
      expect(request?.path).toBe("/v1/audio/transcriptions");
      expect(request?.headers.authorization).toBe(`Bearer ${UPSTREAM_KEY}`);
      const type = String(request?.headers["content-type"]);
      const sent = await new Response(new Uint8Array(request?.body ?? []), {
        headers: { "content-type": type },
      }).formData();
      expect([sent.get("model"), sent.getAll("timestamp_granularities[]"), sent.get("odd")]).toEqual([
        ...["stt-9", ["word", "segment"], "1"],
      ]);
      const file = sent.get("file") as File;
      expect([file.name, file.type, await file.text()]).toEqual(["a.mp3", "audio/mpeg", "ID3 some sound"]);
      expect(await rowOf(response)).toMatchObject({ dialect: "openai-audio", input_tokens: 8, output_tokens: 2 });
    });

    it("passes text, and events, of either route on", async () => {
      stub.respondWith(
        (_request, response) => void response.writeHead(200, { "content-type": "text/plain" }).end("1\n"),
      );
      const text = await transcribe(formOf({ model: "openai/m", response_format: "srt" }, SOUND), {
        task: "translations",
      });
      expect([text.headers.get("content-type"), await text.text()]).toEqual(["text/plain", "1\n"]);
      expect(stub.requests[0]?.path).toBe("/v1/audio/translations");
      const events =
        'data: {"type":"transcript.text.delta","delta":"Hi"}\n\ndata: {"type":"transcript.text.done","text":"Hi","usage":{"type":"tokens","input_tokens":8,"output_tokens":2,"total_tokens":10}}\n\n';
      stub.respondWith(streamReply({ chunks: [events] }));
      const stream = await transcribe(formOf({ model: "openai/m", stream: "true" }, SOUND));
      expect(stream.headers.get("content-type")).toMatch(/^text\/event-stream/);
      expect(await stream.text()).toBe(events);
      expect(await rowOf(stream)).toMatchObject({ stream: true, output_tokens: 2 });
    });

    it("of many megabytes goes up whole", async () => {
      stub.respondWith(jsonReply({ text: "Long" }));
      const bytes = Buffer.alloc(40 * 1024 * 1024, 5);
      const response = await transcribe(formOf({ model: "openai/m" }, { ...SOUND, bytes }));
      expect(await response.json()).toEqual({ text: "Long" });
      expect(stub.requests[0]?.body.length).toBeGreaterThan(bytes.length);
    });

    it("by a model of Google's API carries language and prompt, and refuses formats with times", async () => {
      stub.respondWith(
        jsonReply({
          candidates: [{ content: { role: "model", parts: [{ text: " Hello there.\n" }] }, finishReason: "STOP" }],
          usageMetadata: { promptTokenCount: 30, candidatesTokenCount: 3, totalTokenCount: 33 },
        }),
      );
      const form = formOf({ model: "gemini/ear", language: "en", prompt: "Parlance", "include[]": "logprobs" }, SOUND);
      const response = await transcribe(form);
      expect(await response.json()).toEqual({
        text: "Hello there.",
        usage: { type: "tokens", input_tokens: 30, output_tokens: 3, total_tokens: 33 },
      });
      expect(response.headers.get("x-gateway-dropped")).toBe("include[]");
      const { contents } = JSON.parse(`${stub.requests[0]?.body}`);
      expect(contents[0].parts[0].text).toMatch(/word for word.*The language is en\. .*Parlance$/);
      const data = Buffer.from("ID3 some sound").toString("base64");
      expect(contents[0].parts[1]).toEqual({ inlineData: { mimeType: "audio/mp3", data } });
      await expectError(await transcribe(formOf({ model: "gemini/ear", response_format: "srt" }, SOUND)), {
        ...{ status: 400, type: "invalid_request_error", param: "response_format", message: /knows no times/ },
      });
    });

    it("of the sandbox reads its own speech back, and says what it knows of other files", async () => {
      const text = "Grüße, 世界! It's nine o'clock.";
      const speech = await speak({ model: "sandbox/speech-model-a", input: text, response_format: "wav" });
      const wave = { bytes: await speech.arrayBuffer(), name: "a.wav", type: "audio/wav" };
      const model = "sandbox/transcription-model-a";
      const read = async (fields: Record<string, string>, file: Parameters<typeof formOf>[1] = wave) =>
        (await transcribe(formOf({ model, ...fields }, file))).text();
      expect(JSON.parse(await read({})).text).toBe(text);
      expect(await read({ response_format: "text" })).toBe(`${text}\n`);
      expect(await read({ response_format: "srt" })).toMatch(/^1\n00:00:00,000 --> 00:00:0\d,\d{3}\nGrüße/);
      expect(await read({ response_format: "vtt" })).toMatch(/^WEBVTT\n\n00:00:00\.000 --> 00:00:0\d\.\d{3}\n/);
      expect(JSON.parse(await read({ response_format: "verbose_json" }))).toMatchObject({ text, segments: [{ text }] });
      const events = await read({ stream: "true" });
      const deltas = [...events.matchAll(/"delta":("(?:[^"\\]|\\.)*")/g)].map(([, delta = ""]) => JSON.parse(delta));
      expect(deltas.join("")).toBe(text);
      expect(events).toMatch(/"type":"transcript\.text\.done","text":"Grüße/);
      expect(JSON.parse(await read({}, SOUND)).text).toMatch(
        /^\[The sandbox cannot hear\..*audio\/mpeg, 14 bytes\.\]$/,
      );
    });

    it.each([
      ["no file", {}, undefined, "file"],
      ["an empty file", {}, { ...SOUND, bytes: "" }, "file"],
      ["no model", { model: [] as string[] }, SOUND, "model"],
      ["two models", { model: ["a/b", "a/b"] }, SOUND, "model"],
      ["an unknown format", { response_format: "docx" }, SOUND, "response_format"],
      ["a temperature in words", { temperature: "hot" }, SOUND, "temperature"],
      ["a temperature over 1", { temperature: "1.5" }, SOUND, "temperature"],
      ["stream in words", { stream: "perhaps" }, SOUND, "stream"],
      ["two languages", { language: ["en", "de"] }, SOUND, "language"],
    ])("refuses a form with %s", async (_name, fields, file, param) => {
      const response = await transcribe(formOf({ model: "sandbox/transcription-model-a", ...fields }, file));
      await expectError(response, { status: 400, type: "invalid_request_error", param, message: /`/ });
    });

    it("refuses a file in another field, JSON, and a cut form", async () => {
      const form = formOf({ model: "sandbox/transcription-model-a" }, SOUND);
      form.set("audio", new File(["x"], "b.mp3"));
      expect((await transcribe(form)).status).toBe(400);
      const post = (body: string, type: string) =>
        fetch(`${gateway.url}/v1/audio/transcriptions`, {
          method: "POST",
          headers: { ...BEARER, "content-type": type },
          body,
        });
      expect((await post('{"model":"a"}', "application/json")).status).toBe(400);
      expect(
        (await post("--x\r\ncontent-disposition: form-data; name=a\r\n\r\n1", "multipart/form-data; boundary=x"))
          .status,
      ).toBe(400);
    });
  });

  it("holds a key to its routes, and describes requests without sending them", async () => {
    const { secret } = await createKey(gateway, { routes: ["chat"] });
    const refused = await speak({ model: "sandbox/speech-model-a" }, { authorization: `Bearer ${secret}` });
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("audio")]);
    const dry = { "x-gateway-dry-run": "true" };
    expect(await (await speak({ model: "openai/tts-9" }, dry)).json()).toMatchObject({
      ...{ object: "preflight", lane: "relay", worst_case_usd: 6 },
    });
    const form = formOf({ model: "openai/stt-9" }, SOUND);
    expect(await (await transcribe(form, { headers: dry })).json()).toMatchObject({ lane: "relay" });
    expect(stub.requests).toHaveLength(0);
  });
});
