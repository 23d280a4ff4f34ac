import { unzipSync } from "fflate";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import { emptyChoice } from "#lib/playground/conversation/model-response.ts";
import { appendTurn, visiblePath } from "#lib/playground/conversation/transcript.ts";
import { hashBlob } from "#lib/playground/files/attachments.ts";
import { assignNewIds } from "#lib/playground/history/assign-new-ids.ts";
import type { ChatSession } from "#lib/playground/history/history.ts";
import { listConversation, readConversationZip } from "#lib/playground/sharing/exports/conversation-archive.ts";
import { writeExportFile } from "#lib/playground/sharing/exports/export-file.ts";
import { writeZip } from "#lib/playground/sharing/exports/write-zip.ts";
import { isExportFile, readExportFile } from "#lib/playground/sharing/imports/import-file.ts";
import { makeSession } from "#lib/playground/sharing/imports/make-session.ts";
import { NodeFileReader } from "#tests/playground/node-file-reader.ts";
import { answerTurn, question, toolTurn } from "#tests/playground/text-fixtures.ts";

const PICTURE = new Blob(["not really a picture"], { type: "image/png" });
let sha256: string;
let session: ChatSession;

beforeAll(async () => {
  // Only browsers have one.
  vi.stubGlobal("FileReader", NodeFileReader);
  sha256 = await hashBlob(PICTURE);
  const attachment = { sha256, name: "map.png", mediaType: "image/png", size: PICTURE.size, width: 3, height: 2 };
  const call = { id: "call_1", name: "get_weather", kind: "function" as const, arguments: '{"city":"Oslo"}' };
  const calling = answerTurn(
    {
      model: "sandbox/guide",
      responseId: "resp_1",
      usage: { inputTokens: 7 },
      choices: [
        {
          ...emptyChoice(),
          reasoning: "Hm.",
          toolCalls: [call],
          parts: [{ type: "reasoning", encrypted_content: "xyz" }],
          seals: [{ kind: "encrypted", value: "xyz" }],
          citations: [{ title: "A page", url: "https://example.com" }],
          logprobs: [{ token: "a", logprob: -1, top: [{ token: "b", logprob: -2 }] }],
          finishReason: "stop",
          files: [{ mediaType: "image/png", at: 0, size: 3, sha256 }],
        },
      ],
    },
    {
      parent: "question",
      timings: { firstToken: 12.5 },
      route: { requestId: "req_1", dropped: ["seed"] },
      asked: { schema: { type: "object" }, tools: { get_weather: {} } },
    },
  );
  const made = makeSession({
    page: "responses",
    settings: { ...EMPTY_SETTINGS, system: "Be brief.", parameters: { temperature: 0.5 } },
    turns: [
      question("How is Oslo?", [attachment]),
      calling,
      toolTurn([{ callId: "call_1", name: "get_weather", content: "9" }]),
    ],
  });
  // A second version of the response, which is not the one on screen.
  const other = answerTurn({ choices: [{ ...emptyChoice(), text: "Cold." }] }, { id: "other", parent: "question" });
  const transcript = { ...appendTurn(made.transcript, other), selected: { ...made.transcript.selected } };
  session = { ...made, transcript };
});

const loadBlob = async (wanted: string) => (wanted === sha256 ? PICTURE : undefined);
const exported = async (changes: object = {}) => ({
  ...JSON.parse(await writeExportFile({ conversations: [session], loadBlob })),
  ...changes,
});

describe("an export", () => {
  test("round-trips settings, tree, versions, metadata and files", async () => {
    const file = await exported();
    expect(isExportFile(file)).toBe(true);
    const { conversations, files, problems } = await readExportFile(file);
    expect(problems).toEqual([]);
    expect(conversations).toEqual([session]);
    expect(files.map((kept) => kept.sha256)).toEqual([sha256]);
    expect(await files[0]?.bytes.text()).toBe("not really a picture");
  });

  test("round-trips as a ZIP with its files unchanged", async () => {
    const listed = listConversation({ session, systemLabel: "Instructions", loadBlob });
    const zip = await writeZip(listed);
    const names = Object.keys(unzipSync(new Uint8Array(await zip.arrayBuffer())));
    expect(names).toEqual(["files/map.png", "conversation.md", "conversation.json"]);
    const { conversations, files, problems } = await readConversationZip(zip);
    expect([conversations, problems]).toEqual([[session], []]);
    expect(files.map(({ bytes }) => [bytes.type, bytes.size])).toEqual([["image/png", PICTURE.size]]);
  });

  test("omits files on request", async () => {
    expect(await writeExportFile({ conversations: [session] })).not.toContain('"files": {\n');
  });

  test("has presets of any page, with new IDs", async () => {
    const settings = { ...EMPTY_SETTINGS, system: "Rhyme." };
    const preset = { id: "1", page: "messages" as const, name: "Poet", settings, updatedAt: 5 };
    const file = JSON.parse(await writeExportFile({ conversations: [], presets: [preset] }));
    const { presets } = await readExportFile(file);
    expect(presets).toEqual([{ ...preset, id: expect.any(String) }]);
    expect(presets[0]?.id).not.toBe("1");
  });
});

describe("an import", () => {
  test("reports a file of a newer version", async () => {
    await expect(readExportFile(await exported({ version: 2 }))).rejects.toThrow("version 2");
    await expect(readExportFile({ format: "parlance" })).rejects.toThrow("names no format version");
  });

  test("names dropped content and keeps the rest", async () => {
    const file = await exported();
    const [conversation] = file.conversations;
    conversation.settings.parameters.temperature = 9;
    conversation.transcript.turns.other.role = "oracle";
    file.conversations.push(
      { title: "Odd", page: "telegraph", transcript: { turns: {} } },
      { title: "Bare", page: "chat" },
    );
    file.files[sha256].data = btoa("other bytes");
    const { conversations, files, problems } = await readExportFile(file);
    expect(conversations.map(({ title }) => title)).toEqual([session.title]);
    expect(Object.keys(conversations[0]?.transcript.turns ?? {})).toHaveLength(3);
    expect(files).toEqual([]);
    expect(problems).toEqual([
      `${session.title}: Temperature: Must be within 0 – 2.`,
      `${session.title}: Turn other cannot be read.`,
      "Odd: There is no page “telegraph” for it.",
      "Bare: It has no turns.",
      `The file ${sha256.slice(0, 8)}… cannot be read.`,
    ]);
  });

  test("ignores circular turns and missing parents", async () => {
    const file = await exported();
    const { transcript } = file.conversations[0];
    transcript.turns.question.parent = "results";
    const { conversations } = await readExportFile(file);
    expect(conversations[0]?.transcript.turns).toEqual({});
  });
});

test("gives a copy new IDs and the same visible path", () => {
  const copy = assignNewIds(session);
  const words = (turns: ReturnType<typeof visiblePath>) => turns.map(({ role, createdAt }) => [role, createdAt]);
  expect(words(visiblePath(copy.transcript))).toEqual(words(visiblePath(session.transcript)));
  const ids = new Set(Object.keys(session.transcript.turns));
  expect(Object.keys(copy.transcript.turns).filter((id) => ids.has(id))).toEqual([]);
  expect(copy.id).not.toBe(session.id);
});

test("marks a copy of a streaming response as interrupted", () => {
  const running = answerTurn({ choices: [] }, { state: "streaming", exchangeId: "x", parent: null });
  const copy = assignNewIds(makeSession({ page: "chat", settings: EMPTY_SETTINGS, turns: [running] }));
  const [turn] = visiblePath(copy.transcript);
  expect(turn).toMatchObject({ state: "interrupted" });
  expect(turn).not.toHaveProperty("exchangeId");
});
