import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { givenPageSchema } from "#lib/contract/shared-page.ts";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import { emptyChoice } from "#lib/playground/conversation/model-response.ts";
import { appendTurn, EMPTY_TRANSCRIPT, type Turn } from "#lib/playground/conversation/transcript.ts";
import { OPENAI_CHAT } from "#lib/playground/dialects/openai-chat.ts";
import { deletePage, storePage } from "#lib/playground/sharing/exports/store-page.ts";
import { writeSharedPage } from "#lib/playground/sharing/exports/write-shared-page.ts";
import { NodeFileReader } from "../node-file-reader.ts";
import { answerTurn, BYTES, fileOf, question, toolTurn } from "../text-fixtures.ts";

beforeAll(() => {
  vi.stubGlobal("FileReader", NodeFileReader);
});
afterAll(() => {
  vi.unstubAllGlobals();
});

function write(turns: Turn[], { room }: { room?: number } = {}) {
  let parent: string | null = null;
  const chained = turns.map((turn, index): Turn => {
    const placed = { ...turn, id: `turn-${index}`, parent };
    parent = placed.id;
    return placed;
  });
  return writeSharedPage({
    session: {
      title: "A talk",
      settings: { ...EMPTY_SETTINGS, system: "Be brief.", parameters: { temperature: 0.4 } },
      transcript: chained.reduce(appendTurn, EMPTY_TRANSCRIPT),
    },
    dialect: OPENAI_CHAT,
    priceOf: () => ({ input: 1, output: 2 }),
    loadBlob: async (sha256) => (sha256 === "gone.png" ? undefined : new Blob(["Hello"], { type: "image/png" })),
    room,
  });
}

const choice = (changes: object) => ({ choices: [{ ...emptyChoice(), ...changes }] });
const call = { id: "call_1", name: "get_weather", kind: "function" as const, arguments: '{"city":"Oslo"}' };

describe("a conversation as a page to read", () => {
  test("has the visible turns and settings, as the gateway accepts them", async () => {
    const { page, dropped } = await write([
      question("Look", [fileOf("photo.png", "image/png"), fileOf("report.pdf", "application/pdf")]),
      answerTurn(choice({ text: "Done.", reasoning: "Hm.", toolCalls: [call], citations: [{ title: "A book" }] }), {
        timings: { firstToken: 412, lastToken: 900, reasoningStart: 100, reasoningEnd: 1_100, end: 2_000 },
        route: { dropped: ["seed"] },
      }),
      toolTurn([{ callId: "call_1", name: "get_weather", content: "4 °C", isError: true }]),
      answerTurn(choice({ text: '{"ok":true}', refusal: "No." }), { state: "stopped" }),
    ]);
    expect(givenPageSchema.parse(page)).toEqual(JSON.parse(JSON.stringify(page)));
    expect(dropped).toEqual(["report.pdf"]);
    const [asked, answer, second, ...others] = page.turns;
    expect(others, "results stand with their calls").toEqual([]);
    expect(asked).toEqual({
      role: "user",
      parts: [
        { type: "picture", name: "photo.png", media_type: "image/png", data: BYTES },
        { type: "file", name: "report.pdf", media_type: "application/pdf", size: 5 },
        { type: "text", text: "Look" },
      ],
    });
    expect(answer).toMatchObject({
      reasoning: { text: "Hm.", milliseconds: 1_000 },
      parts: [{ type: "text", text: "Done." }],
      calls: [
        {
          name: "get_weather",
          arguments: '{"city":"Oslo"}',
          result: { name: "get_weather", content: "4 °C", is_error: true },
        },
      ],
      citations: [{ title: "A book" }],
      notes: [expect.stringContaining("seed")],
      facts: expect.arrayContaining(["TTFT 412 ms", "2.0 s", "sandbox/guide"]),
    });
    expect(second).toMatchObject({
      parts: [{ type: "text", text: '```json\n{\n  "ok": true\n}\n```' }],
      refusal: "No.",
      facts: [expect.stringMatching(/^Stopped at ~\d+ tokens$/), expect.anything(), "sandbox/guide"],
    });
    expect(page.settings).toEqual([
      { label: OPENAI_CHAT.systemLabel, value: "Be brief." },
      { label: "Temperature", value: "0.4" },
    ]);
  });

  test("names images that do not fit or are gone", async () => {
    const pictures = ["one.png", "gone.png", "two.png"].map((name) => fileOf(name, "image/png"));
    const { page, dropped } = await write([question("Look", pictures)], { room: BYTES.length });
    const [turn] = page.turns;
    expect(turn?.role === "user" && turn.parts.map(({ type }) => type)).toEqual(["picture", "file", "file", "text"]);
    expect(dropped).toEqual(["gone.png", "two.png"]);
  });

  test("says why a response failed", async () => {
    const failure = { origin: "response" as const, status: 529, message: "Come back later." };
    const { page } = await write([question("Hi"), answerTurn({ choices: [] }, { state: "failed", failure })]);
    expect(page.turns[1]).toMatchObject({
      parts: [],
      failure: { title: "Overloaded", message: "Come back later." },
      facts: ["sandbox/guide"],
    });
  });
});

describe("a page that the gateway keeps", () => {
  test("is stored, and deleted by its id", async () => {
    const sent: [string, RequestInit | undefined][] = [];
    const send = async (path: string | URL | Request, init?: RequestInit) => {
      sent.push([String(path), init]);
      return Response.json({ id: "page_1", path: "/shared/page_1", public: true, expires_at: 5 }, { status: 201 });
    };
    const { page } = await write([question("Hi")]);
    expect(await storePage(page, { isPublic: true }, send)).toEqual({
      id: "page_1",
      path: "/shared/page_1",
      isPublic: true,
      expiresAt: 5,
    });
    await deletePage("page_1", send);
    expect(JSON.parse(String(sent[0]?.[1]?.body))).toEqual({ page, public: true });
    expect([sent[1]?.[0], sent[1]?.[1]?.method]).toEqual(["/api/shares/page_1", "DELETE"]);
  });
});
