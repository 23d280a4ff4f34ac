/** Recorded responses as models: of the request log, and of a folder of cassettes, in every API of texts. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { RequestWithRecord } from "#lib/contract/logged-request.ts";
import type { RequestRecord } from "#lib/contract/request-record.ts";
import { chatFrames, chatReply } from "../support/chat-fixtures.ts";
import { createKey, type TestKey } from "../support/create-key.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import {
  jsonReply,
  type StubHandler,
  type StubUpstream,
  startStubUpstream,
  streamReply,
} from "../support/stub-upstream.ts";

const TEXT = "one two three four five six";
const behaviours: Record<string, StubHandler> = {
  stream: streamReply({ chunks: chatFrames({ text: TEXT }), delayMs: 30 }),
  whole: jsonReply(chatReply({ text: TEXT })),
  refusing: jsonReply({ error: { message: "This model is resting.", type: "overloaded" } }, { status: 503 }),
  broken: streamReply({ chunks: chatFrames({ text: TEXT }).slice(0, 3), ending: "cut" }),
};

let stub: StubUpstream;
beforeAll(async () => {
  stub = await startStubUpstream((request, response) =>
    behaviours[JSON.parse(request.body.toString()).model]?.(request, response),
  );
});
afterAll(() => stub?.close());

const user = { role: "user", content: "Hello" };

type Format = {
  path: (model: string, stream: boolean) => string;
  body: (model: string, stream: boolean) => unknown;
  /** Text of a stream's events, or of a whole response. */
  read: (json: never) => string | undefined;
};

const FORMATS: Record<string, Format> = {
  "openai-chat": {
    path: () => "/v1/chat/completions",
    body: (model, stream) => ({ model, stream, messages: [user] }),
    read: ({ choices = [] }: { choices?: { delta?: { content?: string }; message?: { content?: string } }[] }) =>
      choices[0]?.delta?.content ?? choices[0]?.message?.content,
  },
  "openai-responses": {
    path: () => "/v1/responses",
    body: (model, stream) => ({ model, stream, input: "Hello" }),
    read: ({ type, delta, output }: { type?: string; delta?: string; output?: { content?: { text?: string }[] }[] }) =>
      type === "response.output_text.delta" ? delta : output?.[0]?.content?.[0]?.text,
  },
  "anthropic-messages": {
    path: () => "/v1/messages",
    body: (model, stream) => ({ model, stream, max_tokens: 100, messages: [user] }),
    read: ({ delta, content }: { delta?: { text?: string }; content?: { text?: string }[] }) =>
      delta?.text ?? content?.[0]?.text,
  },
  "google-generate": {
    path: (model, stream) => `/v1beta/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
    body: () => ({ contents: [{ role: "user", parts: [{ text: "Hello" }] }] }),
    read: ({ candidates }: { candidates?: { content?: { parts?: { text?: string }[] } }[] }) =>
      candidates?.[0]?.content?.parts?.[0]?.text,
  },
};
const NAMES = Object.keys(FORMATS);

/** Joins the text of all events, or returns that of one document. */
function readText(format: string, body: string): string {
  const { read } = FORMATS[format] as Format;
  const parse = (json: string) => read(JSON.parse(json) as never) ?? "";
  if (body.startsWith("{")) return parse(body);
  return [...body.matchAll(/^data: (\{.*\})$/gm)].map(([, json = ""]) => parse(json)).join("");
}

const textOf = (record: RequestRecord) => record.response?.body?.chunks.map(([, text]) => text).join("");

describe.each(mounts)("on the %s mount", { timeout: 60_000 }, (mount) => {
  let gateway: TestGateway;
  let key: TestKey;
  let other: TestKey;
  let count = 0;
  const records = new Map<string, RequestRecord>();

  beforeAll(async () => {
    gateway = await startGateway({
      mount,
      config: {
        retries: { attempts: 0 },
        requestLog: { bodies: "all" },
        upstreams: {
          stub: { baseUrl: stub.url, models: [] },
          tapes: { type: "cassettes", folder: "tapes" },
        },
        routes: { careful: { targets: [{ model: "tapes/gone" }], fallback: ["tapes/greeting"] } },
      },
    });
    key = await createKey(gateway);
    other = await createKey(gateway);
    for (const format of NAMES) {
      records.set(`${format} stream`, await record(format, "stub/stream", true));
      records.set(`${format} whole`, await record(format, "stub/whole", false));
    }
    mkdirSync(join(gateway.dataDir, "tapes"));
    const tape = records.get("openai-chat stream") as RequestRecord;
    writeFileSync(join(gateway.dataDir, "tapes", "greeting.json"), JSON.stringify(tape));
    const small = {
      ...{ object: "request_record", version: 1, dialect: "openai-chat", stream: false },
      response: { status: 200, body: { chunks: [[0, JSON.stringify(chatReply({ text: "by hand" }))]] } },
    };
    writeFileSync(join(gateway.dataDir, "tapes", "by-hand.json"), JSON.stringify(small));
    writeFileSync(join(gateway.dataDir, "tapes", "torn.json"), '{"object":');
    writeFileSync(join(gateway.dataDir, "tapes", "wrong.json"), JSON.stringify({ ...small, stream: "no" }));
  }, 60_000);
  afterAll(() => gateway?.close());

  async function call(format: string, model: string, stream: boolean, { secret = key.secret, id = "" } = {}) {
    const { path, body } = FORMATS[format] as Format;
    const response = await fetch(gateway.url + path(model, stream), {
      method: "POST",
      headers: {
        ...{ authorization: `Bearer ${secret}`, "content-type": "application/json" },
        "anthropic-version": "2023-06-01",
        ...(id && { "x-request-id": id }),
      },
      body: JSON.stringify(body(model, stream)),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  async function record(format: string, model: string, stream: boolean): Promise<RequestRecord> {
    const id = `replay-${mount}-${++count}`;
    await call(format, model, stream, { id });
    return vi.waitFor(
      async () => {
        const response = await fetch(`${gateway.url}/api/requests/${id}`, { headers: AUTHORIZED });
        const { record: found } = (await response.json()) as RequestWithRecord;
        if (!found) throw new Error(`There is no record of ${id}`);
        return found;
      },
      { timeout: 20_000, interval: 100 },
    );
  }

  const recordOf = (name: string) => records.get(name) as RequestRecord;

  it.each(NAMES)("plays the bytes of %s as they were, in the time that they took", async (format) => {
    const stream = recordOf(`${format} stream`);
    const startedAt = performance.now();
    const played = await call(format, `replay/${stream.id}`, true);
    const elapsed = performance.now() - startedAt;
    expect(played).toMatchObject({ status: 200, text: textOf(stream) });
    expect(readText(format, played.text)).toBe(TEXT);
    expect(played.headers.get("content-type")).toBe(stream.response?.headers["content-type"]);
    expect(played.headers.get("x-gateway-upstream")).toBe("replay");
    // Never earlier than its last chunk; timers are exact to a millisecond.
    expect(elapsed).toBeGreaterThan((stream.response?.body?.chunks.at(-1)?.[0] ?? Number.POSITIVE_INFINITY) - 5);
    const whole = recordOf(`${format} whole`);
    expect(await call(format, `replay/${whole.id}`, false)).toMatchObject({ status: 200, text: textOf(whole) });
  });

  it.each(NAMES.flatMap((from) => NAMES.filter((to) => to !== from).map((to) => [from, to] as const)))(
    "plays a response of %s to a client of %s",
    async (from, to) => {
      for (const form of ["stream", "whole"]) {
        const model = `replay/${recordOf(`${from} ${form}`).id};speed=max`;
        for (const stream of [true, false]) {
          const played = await call(to, model, stream);
          expect(played.status, played.text).toBe(200);
          expect(readText(to, played.text), `${form} as ${stream ? "stream" : "whole"}`).toBe(TEXT);
        }
      }
    },
  );

  it.each(NAMES)("plays a whole response of %s as a stream, and the other way round", async (format) => {
    const asStream = await call(format, `replay/${recordOf(`${format} whole`).id}`, true);
    expect(readText(format, asStream.text)).toBe(TEXT);
    expect(asStream.headers.get("content-type")).toContain("text/event-stream");
    const asWhole = await call(format, `replay/${recordOf(`${format} stream`).id};speed=0`, false);
    expect(readText(format, asWhole.text)).toBe(TEXT);
  });

  it("stops after some events, with an error event", async () => {
    const { id, response } = recordOf("openai-chat stream");
    const total =
      (response?.body?.chunks ?? [])
        .map(([, text]) => text)
        .join("")
        .split("\n\n").length - 1;
    const { text } = await call("openai-chat", `replay/${id}?speed=10&cut=3`, true);
    const events = text.trim().split("\n\n");
    expect(events.slice(0, 3).join("\n\n")).toBe(
      textOf(recordOf("openai-chat stream"))?.split("\n\n").slice(0, 3).join("\n\n"),
    );
    expect(events[3]).toContain("error");
    expect(events.length).toBeLessThanOrEqual(5);
    const half = await call("anthropic-messages", `replay/${id};speed=max;cut=50%25`, true);
    expect(half.text).toContain("event: error");
    expect(half.text).toContain("one");
    expect(half.text).not.toContain("six");
    const all = await call("openai-chat", `replay/${id};speed=max;cut=${total}`, true);
    expect(all.text).toBe(textOf(recordOf("openai-chat stream")));
    const whole = await call("openai-chat", `replay/${id};speed=max;cut=2`, false);
    expect(whole.status).toBe(502);
  });

  it.each(["speed=fast", "cut=x", "pace=2", "cut=101%", "speed=99999"])("refuses the option %s", async (option) => {
    const { status, text } = await call("openai-chat", `replay/${recordOf("openai-chat stream").id}?${option}`, false);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ code: "replay_option_invalid", param: "model" });
  });

  it("answers 404 with the reason for a record that is gone, or of another key", async () => {
    const { id } = recordOf("openai-chat stream");
    for (const [model, secret] of [
      ["replay/req_gone", key.secret],
      [`replay/${id}`, other.secret],
      ["replay", key.secret],
    ] as const) {
      const { status, text } = await call("openai-chat", model, true, { secret });
      expect(status).toBe(404);
      expect(JSON.parse(text)).toMatchObject({ code: "recording_not_found", param: "model" });
      expect(text).toContain("belongs to another key");
    }
    const admin = await call("openai-chat", `replay/${id};speed=0`, true, {
      secret: AUTHORIZED.authorization.slice(7),
    });
    expect(admin.status).toBe(200);
  });

  it("plays errors and broken streams as they were", async () => {
    const refused = await record("openai-chat", "stub/refusing", false);
    const same = await call("openai-chat", `replay/${refused.id}`, true);
    expect(same).toMatchObject({ status: 503, text: textOf(refused) });
    const translated = await call("anthropic-messages", `replay/${refused.id}`, true);
    expect(translated.status).toBe(503);
    expect(translated.text).toContain("This model is resting.");
    const broken = await record("openai-chat", "stub/broken", true);
    const again = await call("openai-chat", `replay/${broken.id};speed=0`, true);
    expect(again.text).toBe(textOf(broken));
    expect(again.text).toContain("error");
  });

  it("refuses to play media, of which only references are kept", async () => {
    const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(900, 3)]).toString("base64");
    behaviours.painting = jsonReply(chatReply({ text: `{"image":"x"}` }));
    const image = { ...chatReply({ text: "see" }), data: [{ b64_json: png }] };
    behaviours.painting = jsonReply(image);
    const { id } = await record("openai-chat", "stub/painting", false);
    const { status, text } = await call("openai-chat", `replay/${id}`, false);
    expect(status).toBe(409);
    expect(JSON.parse(text)).toMatchObject({ code: "recording_not_playable" });
  });

  it("counts its tokens, and costs nothing", async () => {
    const id = `replayed-${mount}`;
    await call("openai-chat", `replay/${recordOf("openai-chat stream").id};speed=0`, true, { id });
    const row = await vi.waitFor(
      async () => {
        const response = await fetch(`${gateway.url}/api/requests/${id}`, { headers: AUTHORIZED });
        expect(response.status).toBe(200);
        return (await response.json()) as RequestWithRecord;
      },
      { timeout: 20_000, interval: 100 },
    );
    expect(row).toMatchObject({ upstream: "replay", lane: "sandbox", cost: 0, status: 200 });
    expect(row.output_tokens).toBeGreaterThan(0);
  });

  it("plays the cassettes of a folder, and lists them", async () => {
    const tape = recordOf("openai-chat stream");
    const played = await call("openai-chat", "tapes/greeting?speed=max", true);
    expect(played.text).toBe(textOf(tape));
    for (const format of NAMES) {
      const { text } = await call(format, "tapes/by-hand", true);
      expect(readText(format, text)).toBe("by hand");
    }
    const list = await fetch(`${gateway.url}/v1/models`, { headers: AUTHORIZED });
    const { data } = (await list.json()) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(["tapes/by-hand", "tapes/greeting"]));
    const routed = await call("openai-chat", "careful", false);
    expect(routed.status, routed.text).toBe(404);
  });

  it.each([
    ["missing", 404, "Use by-hand"],
    ["../config", 404, "no cassette"],
    ["torn", 502, "is not JSON"],
    ["wrong", 502, "`stream`"],
  ])("says what is wrong with the cassette %s", async (name, status, reason) => {
    const { status: got, text } = await call("openai-chat", `tapes/${name}`, false);
    expect(got).toBe(status);
    expect(text).toContain(reason);
  });

  it("answers 404 once the record was removed", async () => {
    const gone = await record("openai-chat", "stub/whole", false);
    expect((await call("openai-chat", `replay/${gone.id};speed=0`, false)).status).toBe(200);
    const cleared = await fetch(
      `${gateway.url}/api/storage/records?older_than=${encodeURIComponent(new Date().toISOString())}`,
      {
        method: "DELETE",
        headers: AUTHORIZED,
      },
    );
    expect(cleared.status, await cleared.text()).toBe(200);
    await vi.waitFor(async () => expect((await call("openai-chat", `replay/${gone.id}`, false)).status).toBe(404), {
      timeout: 20_000,
      interval: 100,
    });
    const row = await fetch(`${gateway.url}/api/requests/${gone.id}`, { headers: AUTHORIZED });
    expect(await row.json()).toMatchObject({ recorded: false, record: null, status: 200 });
  });
});
