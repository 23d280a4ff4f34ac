import { describe, expect, test } from "vitest";
import { shortenBase64 } from "#app/(playground)/images/_model/read-image-response.ts";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import { EMPTY_TRANSCRIPT, visiblePath } from "#lib/playground/conversation/transcript.ts";
import { shortenFiles } from "#lib/playground/history/history.ts";
import { toPlainTurns } from "#lib/playground/sharing/exports/plain-turns.ts";
import { writeHar } from "#lib/playground/sharing/exports/write-har.ts";
import { makeSession } from "#lib/playground/sharing/imports/make-session.ts";
import { canImport, readImport } from "#lib/playground/sharing/imports/read-import.ts";
import { restoreRecord } from "#lib/playground/sharing/imports/restore-files.ts";
import type { SavedTrace } from "#lib/playground/trace/trace.ts";
import { MODEL } from "../text-fixtures.ts";

const ORIGIN = "http://localhost:3000";
const chunk = (content: string) => JSON.stringify({ model: MODEL, choices: [{ index: 0, delta: { content } }] });

const record = (messages: object[], answer: string, changes: Partial<SavedTrace> = {}): SavedTrace => ({
  turnId: "t1",
  sessionId: "s1",
  head: "POST /v1/chat/completions\ncontent-type: application/json",
  request: JSON.stringify({ model: MODEL, messages, temperature: 0.5, stream: true }, null, 2),
  events: [
    { at: 40, data: "ping", form: "comment" },
    ...[...answer].map((letter, index) => ({ at: 50 + index, data: chunk(letter) })),
    { at: 90, data: "[DONE]" },
  ],
  droppedCount: 0,
  startedAt: 1_700_000_000_000,
  requestHeaders: [["content-type", "application/json"]],
  status: 200,
  responseHeaders: [["content-type", "text/event-stream; charset=utf-8"]],
  timings: { headers: 30, end: 100 },
  ...changes,
});

const FIRST = record([{ role: "user", content: "Hello" }], "Hi");
const SECOND = record(
  [
    { role: "user", content: "Hello" },
    { role: "assistant", content: "Hi" },
    { role: "user", content: "More" },
  ],
  "Yes",
  { turnId: "t2", startedAt: 1_700_000_005_000 },
);

const archive = (records: SavedTrace[]) => writeHar({ title: "Greeting", records, origin: ORIGIN });

describe("an archive", () => {
  test("with an event that cannot be read gives a failed response with the text before it", async () => {
    const bad = { at: 80, data: JSON.stringify({ choices: [{ index: 5_000_000, delta: { content: "x" } }] }) };
    const events = [...FIRST.events.slice(0, -1), bad];
    const { conversations } = await readImport(archive([{ ...FIRST, events }]), "chat");
    const answer = visiblePath(conversations[0]?.transcript ?? EMPTY_TRANSCRIPT).at(-1);
    expect(answer).toMatchObject({ state: "failed", failure: { type: "stream_malformed" } });
    expect(answer).toMatchObject({ answer: { choices: [{ text: "Hi" }] } });
  });

  test("has every field that version 1.2 requires", () => {
    const { log } = JSON.parse(archive([SECOND, FIRST]));
    expect(log).toMatchObject({ version: "1.2", creator: { name: expect.any(String), version: expect.any(String) } });
    expect(log.pages[0]).toMatchObject({ id: "conversation", title: "Greeting", pageTimings: {} });
    expect(Date.parse(log.pages[0].startedDateTime)).toBe(FIRST.startedAt);
    for (const entry of log.entries) {
      expect(Number.isNaN(Date.parse(entry.startedDateTime))).toBe(false);
      expect(entry.pageref).toBe("conversation");
      for (const name of ["cache", "timings", "request", "response"]) expect(entry[name], name).toBeTypeOf("object");
      const { send, wait, receive } = entry.timings;
      expect(entry.time).toBe(send + wait + receive);
      const { request, response } = entry;
      for (const name of ["method", "url", "httpVersion"]) expect(request[name], name).toBeTypeOf("string");
      for (const name of ["status", "headersSize", "bodySize"]) expect(response[name], name).toBeTypeOf("number");
      for (const name of ["statusText", "httpVersion", "redirectURL"])
        expect(response[name], name).toBeTypeOf("string");
      for (const list of [request.cookies, request.headers, request.queryString, response.cookies, response.headers])
        expect(Array.isArray(list)).toBe(true);
      for (const header of [...request.headers, ...response.headers])
        expect(header).toEqual({ name: expect.any(String), value: expect.any(String) });
      expect(request.postData).toEqual({ mimeType: "application/json", text: expect.any(String) });
      expect(response.content).toMatchObject({ size: expect.any(Number), mimeType: expect.any(String) });
    }
    expect(log.entries.map((entry: { time: number }) => entry.time)).toEqual([100, 100]);
    expect(log.entries[0].request.url).toBe(`${ORIGIN}/v1/chat/completions`);
    expect(log.entries[0].timings).toEqual({ send: 0, wait: 30, receive: 70 });
    expect(log.entries[0].response.content.text).toContain(`data: ${chunk("H")}\n\n`);
  });

  test("accepts traces of older versions without times or headers", () => {
    const { startedAt: _1, status: _2, responseHeaders: _3, requestHeaders: _4, timings: _5, ...old } = FIRST;
    const { log } = JSON.parse(archive([{ ...old, droppedCount: 3 }]));
    expect(log.entries[0]).toMatchObject({ time: 90, response: { status: 200 } });
    expect(log.entries[0].comment).toContain("3 events");
    expect(log.entries[0].request.headers).toEqual([{ name: "content-type", value: "application/json" }]);
  });

  test("is read back as one conversation with settings, responses and times", async () => {
    const { conversations, problems } = await readImport(archive([FIRST, SECOND]), "responses");
    expect(problems).toEqual([]);
    expect(conversations).toHaveLength(1);
    const [session] = conversations;
    if (!session) throw new Error("no conversation");
    expect(session).toMatchObject({
      page: "chat",
      title: "Hello",
      settings: { model: MODEL, parameters: { temperature: 0.5 } },
    });
    const path = visiblePath(session.transcript);
    expect(toPlainTurns(path).turns.map((turn) => "text" in turn && turn.text)).toEqual(["Hello", "Hi", "More", "Yes"]);
    expect(path.at(-1)).toMatchObject({ state: "complete", timings: { headers: 30, end: 100 } });
  });
});

test("reads a browser's recording with other hosts, failures and base64", async () => {
  const entry = (url: string, body: object, response: object, method = "POST") => ({
    startedDateTime: "2026-01-01T10:00:00.000Z",
    time: 5,
    timings: { wait: 2 },
    request: { method, url, postData: { text: JSON.stringify(body) } },
    response,
  });
  const reply = JSON.stringify({ candidates: [{ content: { parts: [{ text: "Grüße" }] } }] });
  const base64 = Buffer.from(reply).toString("base64");
  const { conversations, problems } = await readImport(
    JSON.stringify({
      log: {
        entries: [
          entry("https://other.example/page", {}, {}, "GET"),
          entry(
            "https://api.openai.com/v1/responses",
            { model: "m", input: "Hello" },
            { status: 429, content: { text: '{"error":{"message":"Slow down."}}' } },
          ),
          entry(
            "https://generativelanguage.googleapis.com/v1beta/models/gemini-x:generateContent?key=secret",
            { contents: [{ role: "user", parts: [{ text: "Hallo" }] }] },
            { status: 200, content: { text: base64, encoding: "base64" } },
          ),
        ],
      },
    }),
    "chat",
  );
  expect(conversations.map(({ page, settings }) => [page, settings.model])).toEqual([
    ["responses", "m"],
    ["generate-content", "gemini-x"],
  ]);
  const [failed, answered] = conversations.map(({ transcript }) => visiblePath(transcript).at(-1));
  expect(failed).toMatchObject({ state: "failed", failure: { status: 429, message: "Slow down." } });
  expect(answered).toMatchObject({ state: "complete", answer: { choices: [{ text: "Grüße" }] } });
  expect(problems).toEqual(["1 of 3 requests are to other routes."]);
  expect(JSON.stringify(conversations)).not.toContain("secret");
});

describe("a request body", () => {
  const bodies: [string, object][] = [
    ["chat", { messages: [{ role: "user", content: "Hello" }] }],
    [
      "chat",
      {
        messages: [
          { role: "system", content: "x" },
          { role: "user", content: "Hello" },
        ],
        max_tokens: 5,
      },
    ],
    [
      "messages",
      {
        messages: [
          {
            role: "user",
            content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: "SGVsbG8=" } }],
          },
        ],
      },
    ],
    ["messages", { system: "x", messages: [{ role: "user", content: "Hello" }], max_tokens: 5 }],
    ["responses", { input: "Hello" }],
    ["generate-content", { contents: [{ parts: [{ text: "Hello" }] }] }],
  ];
  test.each(bodies)("opens on %s: %j", async (page, body) => {
    const text = JSON.stringify(body);
    expect(canImport(text)).toBe(true);
    const { conversations } = await readImport(text, "generate-content");
    expect(conversations.map((session) => session.page)).toEqual([page]);
  });

  test("opens on the current page when two APIs accept it", async () => {
    const text = JSON.stringify({ messages: [{ role: "user", content: "Hello" }], max_tokens: 5 });
    expect((await readImport(text, "messages")).conversations[0]?.page).toBe("messages");
    expect((await readImport(text, "chat")).conversations[0]?.page).toBe("chat");
  });

  test("stores its files by hash", async () => {
    const [, , [, body] = []] = bodies;
    const { conversations, files } = await readImport(JSON.stringify(body), "messages");
    expect(files).toHaveLength(1);
    expect(await files[0]?.bytes.text()).toBe("Hello");
    const [turn] = visiblePath(
      conversations[0]?.transcript ?? makeSession({ page: "chat", settings: EMPTY_SETTINGS, turns: [] }).transcript,
    );
    expect(turn).toMatchObject({ attachments: [{ sha256: files[0]?.sha256, size: 5, mediaType: "image/png" }] });
  });

  test("reports a body that is not a request", async () => {
    expect(canImport('{"name": "my-package"}')).toBe(false);
    expect(canImport("# Notes")).toBe(false);
    await expect(readImport("{oops", "chat")).rejects.toThrow("not valid JSON");
    await expect(readImport('{"a":1}', "chat")).rejects.toThrow("not a Parlance export");
    await expect(readImport('{"log":{"entries":[]}}', "chat")).rejects.toThrow("no request");
  });
});

describe("files that a trace shortened", () => {
  const decodeBytes = (seed: number, size = 900) =>
    new Uint8Array(size).map((_, index) => (index < 60 ? 7 : index * seed));
  const readBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

  test("are restored in the archive when their bytes are stored", async () => {
    const [sent, made] = [decodeBytes(3), decodeBytes(5, 901)];
    const request = JSON.stringify({ image_url: { url: `data:image/png;base64,${readBase64(sent)}` } });
    const answer = JSON.stringify({ b64_json: readBase64(made) });
    const [shortRequest, shortAnswer] = [shortenFiles(request), shortenBase64(answer)];
    expect(shortRequest.length + shortAnswer.length).toBeLessThan(300);
    const kept = { ...FIRST, request: shortRequest, events: [{ at: 1, data: shortAnswer }] };
    const restored = await restoreRecord(kept, async () => [readBase64(sent), readBase64(made)]);
    const { log } = JSON.parse(writeHar({ title: "t", records: [restored], origin: ORIGIN }));
    expect(log.entries[0].request.postData.text).toBe(request);
    expect(log.entries[0].response.content.text).toContain(answer);
    expect(log.entries[0].comment).toBeUndefined();
  });

  test("stay shortened when unknown or ambiguous, and the entry says so", async () => {
    const bytes = decodeBytes(3);
    const short = shortenFiles(JSON.stringify({ result: readBase64(bytes) }));
    const kept = { ...FIRST, events: [{ at: 1, data: short }] };
    for (const stored of [[], [decodeBytes(3, 901)], [bytes, decodeBytes(5)]]) {
      const restored = await restoreRecord(kept, async () => stored.map(readBase64));
      expect(restored).toMatchObject({ shortened: 1, events: kept.events });
      const { log } = JSON.parse(writeHar({ title: "t", records: [restored], origin: ORIGIN }));
      expect(log.entries[0].comment).toMatch(/^1 file in base64 is shortened/);
    }
  });

  test("a form has its fields and files", () => {
    const form = [{ name: "image[]", value: "eA==", fileName: "a.png", contentType: "image/png", comment: "base64" }];
    const { log } = JSON.parse(writeHar({ title: "t", records: [{ ...FIRST, form }], origin: ORIGIN }));
    expect(log.entries[0].request.postData).toEqual({ mimeType: "multipart/form-data", params: form });
  });
});
