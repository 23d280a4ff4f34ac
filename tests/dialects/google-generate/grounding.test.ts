/** Places of citations: bytes of UTF-8 on this wire, UTF-16 units everywhere else. */
import { describe, expect, it } from "vitest";
import type { Part } from "#lib/canonical/part.ts";
import { googleGenerate } from "#lib/dialects/google-generate/index.ts";
import { openAiChat } from "#lib/dialects/openai-chat/index.ts";

type Segment = { partIndex?: number; startIndex?: number; endIndex?: number; text?: string };

const TEXT = "Ä 👍🏽 they say. Größe – so.";
const pages = ["https://a", "https://b"].map((uri) => ({ web: { uri, title: uri.slice(-1) } }));
/** As the API counts. */
const segmentOf = (words: string, before = TEXT.slice(0, TEXT.indexOf(words))): Segment => ({
  ...(before ? { startIndex: Buffer.byteLength(before) } : {}),
  endIndex: Buffer.byteLength(before + words),
  text: words,
});
const grounded = (...supports: { segment: Segment; groundingChunkIndices?: number[] }[]) => ({
  groundingMetadata: { groundingChunks: pages, groundingSupports: supports },
});
const placeOf = (words: string) => ({ startIndex: TEXT.indexOf(words), endIndex: TEXT.indexOf(words) + words.length });

function readWhole(parts: object[], metadata: object) {
  const candidate = { content: { role: "model", parts }, finishReason: "STOP", index: 0, ...metadata };
  return googleGenerate.readReply({ candidates: [candidate] }).choices[0]?.sources;
}

function readStream(events: object[][], metadata: object): Part[] {
  const parts: Part[] = [];
  const reader = googleGenerate.createStreamReader((part) => parts.push(part));
  for (const [index, pieces] of events.entries()) {
    const last = index === events.length - 1 ? { finishReason: "STOP", ...metadata } : {};
    reader.read({ data: JSON.stringify({ candidates: [{ content: { parts: pieces }, ...last }] }) });
  }
  reader.end();
  return parts.filter((part) => part.type === "source");
}

describe("places from this API", () => {
  const both = grounded(
    { segment: segmentOf("they say."), groundingChunkIndices: [0, 1] },
    { segment: segmentOf("Größe"), groundingChunkIndices: [0] },
  );
  const expected = [
    { url: "https://a", title: "a", ...placeOf("they say.") },
    { url: "https://b", title: "b", ...placeOf("they say.") },
    { url: "https://a", title: "a", ...placeOf("Größe") },
  ];

  it("are found after wide characters, for every page they name", () => {
    expect(readWhole([{ text: TEXT }], both)).toEqual(expected);
  });

  it("are found in the text of a stream, whatever its pieces", () => {
    const pieces = ["Ä ", "👍🏽 the", "y say. Grö", "ße – so."].map((text) => [{ text }]);
    const sources = expected.map((source) => ({ type: "source", choice: 0, ...source }));
    expect(readStream(pieces, both)).toEqual(sources);
    expect(readStream([[{ text: "hm", thought: true }], ...pieces], both)).toEqual(sources);
  });

  it("are found in the part that they name, and in the text where thoughts come before it", () => {
    const parts = [{ text: "So. " }, { inlineData: { mimeType: "image/png", data: "AAAA" } }, { text: "So. And so." }];
    const segment = { partIndex: 2, startIndex: 0, endIndex: 3, text: "So." };
    const cite = grounded({ segment, groundingChunkIndices: [0] });
    expect(readWhole(parts, cite)?.[0]).toEqual({ url: "https://a", title: "a", startIndex: 0, endIndex: 3, text: 1 });
    expect(readWhole([{ text: "hm", thought: true }, { text: TEXT }], both)).toEqual(expected);
  });

  it("name the first of several texts of a stream", () => {
    const signed = { text: TEXT, thoughtSignature: "c2lnbmVk" };
    const sources = readStream([[signed], [{ text: " More." }]], both);
    expect(sources).toEqual(expected.map((source) => ({ type: "source", choice: 0, text: 0, ...source })));
  });

  it("that are impossible are dropped, but their page is not", () => {
    const wrong = [{ startIndex: 1, endIndex: 3, text: "they" }, { endIndex: 999 }, {}, { startIndex: 5, endIndex: 2 }];
    for (const segment of wrong) {
      const sources = readWhole([{ text: TEXT }], grounded({ segment, groundingChunkIndices: [1, 7] }));
      expect(sources, JSON.stringify(segment)).toEqual([
        { url: "https://a", title: "a" },
        { url: "https://b", title: "b" },
      ]);
    }
  });

  it("are written unchanged for a client of this dialect", () => {
    const candidate = { content: { parts: [{ text: TEXT }], role: "model" }, finishReason: "STOP", index: 0, ...both };
    const reply = googleGenerate.readReply({ candidates: [candidate] });
    const identity = { id: "r", created: 1, model: "m" };
    const wire = googleGenerate.parseRequest({ contents: [{ parts: [{ text: "hi" }] }] }, { model: "m" });
    expect(googleGenerate.writeReply(reply, identity, wire)).toMatchObject({ candidates: [candidate] });
  });

  it("are counted from the start of the message for a client with one text per message", () => {
    const content = [
      { type: "text" as const, text: "👍🏽 One. " },
      { type: "text" as const, text: "Two." },
    ];
    const source = { url: "https://a", title: "a", startIndex: 0, endIndex: 4, text: 1 };
    const wire = openAiChat.parseRequest({ model: "m", messages: [{ role: "user", content: "hi" }] });
    const identity = { id: "c", created: 1, model: "m" };
    const { choices } = openAiChat.writeReply({ choices: [{ content, sources: [source] }] }, identity, wire);
    const citation = { url_citation: { start_index: 10, end_index: 14 } };
    expect(choices).toMatchObject([{ message: { annotations: [citation] } }]);
    const writer = openAiChat.createStreamWriter(identity, wire);
    const parts: Part[] = content.flatMap(({ text }, id) => [
      { type: "text-start", choice: 0, id: `${id}` },
      { type: "text-delta", choice: 0, id: `${id}`, text },
      { type: "text-end", choice: 0, id: `${id}` },
    ]);
    const { text: _, ...ofLast } = source;
    const written = [...parts, { type: "source" as const, choice: 0, ...ofLast }].map((part) => writer.write(part));
    expect(JSON.parse(written.at(-1)?.slice(6) ?? "")).toMatchObject({
      choices: [{ delta: { annotations: [citation] } }],
    });
  });
});

describe("places from other APIs", () => {
  const identity = { id: "r", created: 1, model: "m" };
  const sources = [
    { url: "https://a", title: "a", ...placeOf("Größe") },
    { url: "https://b", title: "b", startIndex: 0, endIndex: 0 },
    { url: "https://a", title: "a", startIndex: 0, endIndex: 2, text: 1 },
  ];
  const chunks = ["https://a", "https://b"].map((uri) => ({ web: { uri, title: uri.slice(-1) } }));

  it("name the part in a reply", () => {
    const wire = googleGenerate.parseRequest({ contents: [{ parts: [{ text: "hi" }] }] }, { model: "m" });
    const call = { type: "tool-call" as const, id: "1", name: "f", kind: "function" as const, input: "{}" };
    const content = [{ type: "text" as const, text: TEXT }, call, { type: "text" as const, text: "Ok." }];
    const { candidates } = googleGenerate.writeReply({ choices: [{ content, sources }] }, identity, wire);
    const supports = [
      { segment: segmentOf("Größe"), groundingChunkIndices: [0] },
      { segment: { partIndex: 2, startIndex: 0, endIndex: 2, text: "Ok" }, groundingChunkIndices: [0] },
    ];
    expect(candidates).toMatchObject([{ groundingMetadata: { groundingChunks: chunks, groundingSupports: supports } }]);
  });

  it("are counted in the whole text of a stream", () => {
    const wire = googleGenerate.parseRequest({ contents: [{ parts: [{ text: "hi" }] }] }, { model: "m" });
    const writer = googleGenerate.createStreamWriter(identity, wire);
    const parts: Part[] = [
      { type: "text-start", choice: 0, id: "a" },
      { type: "text-delta", choice: 0, id: "a", text: TEXT.slice(0, 9) },
      { type: "text-delta", choice: 0, id: "a", text: TEXT.slice(9) },
      { type: "text-end", choice: 0, id: "a" },
      { type: "text-start", choice: 0, id: "b" },
      { type: "text-delta", choice: 0, id: "b", text: "Ok." },
      ...sources.map((source): Part => ({ type: "source", choice: 0, text: 0, ...source })),
      { type: "finish", choice: 0, reason: { unified: "stop" } },
    ];
    const text = parts.map((part) => writer.write(part)).join("") + writer.end();
    const last = JSON.parse(text.trim().split("\n\n").at(-1)?.slice(6) ?? "");
    const supports = [
      { segment: segmentOf("Größe"), groundingChunkIndices: [0] },
      { segment: segmentOf("Ok", TEXT), groundingChunkIndices: [0] },
    ];
    expect(last.candidates[0].groundingMetadata).toEqual({ groundingChunks: chunks, groundingSupports: supports });
  });
});
