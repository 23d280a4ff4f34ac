import { describe, expect, it, vi } from "vitest";
import type { Call, FileContent, UserContent } from "#lib/canonical/call.ts";
import { inlineFiles } from "#lib/gateway/lanes/inline-files.ts";

const ID = "abcdefghijklmnopqrstuvwx";
const LOADED = { mediaType: "image/png", filename: "dot.png", base64: "iVBO" };

const file = (data: FileContent["data"], mediaType = "image/*"): FileContent => ({ type: "file", mediaType, data });
const callWith = (...content: UserContent[]): Call => ({
  model: "m",
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "What is this?" }, ...content] },
  ],
  stream: false,
  dropped: [],
});
const partsOf = (call: Call) => call.messages[1]?.content as UserContent[];

describe("an uploaded file that a call names", () => {
  it.each<[string, FileContent["data"]]>([
    ["an OpenAI or Anthropic id", { kind: "reference", id: `file-${ID}` }],
    ["Google's name", { kind: "reference", id: `files/${ID}` }],
    ["Google's URI", { kind: "url", url: `https://ai.example.org/v1beta/files/${ID}` }],
    ["the URI's path", { kind: "url", url: `/v1/files/${ID}` }],
    ["the content's URL", { kind: "url", url: `http://127.0.0.1:3000/api/v1/files/file-${ID}/content` }],
  ])("is inlined by %s", async (_name, data) => {
    const call = callWith(file(data));
    const loadFile = async (id: string) => (id.includes(ID) ? LOADED : undefined);
    const result = await inlineFiles(call, { loadFile, body: {} });
    expect(partsOf(result)[1]).toEqual({
      type: "file",
      mediaType: "image/png",
      data: { kind: "base64", base64: "iVBO" },
    });
    expect(partsOf(call)[1], "the call itself is left as it is").toEqual(file(data));
  });

  it("brings its type and name where the call has none", async () => {
    const loaded = { mediaType: "text/csv", filename: "a.csv", base64: "YQ==" };
    const reference = { kind: "reference", id: ID } as const;
    const parts = [file(reference, "application/octet-stream"), { ...file(reference, "text/plain"), filename: "own" }];
    const result = await inlineFiles(callWith(...parts), { loadFile: async () => loaded, body: {} });
    expect(partsOf(result).slice(1)).toMatchObject([
      { mediaType: "text/csv", filename: "a.csv" },
      { mediaType: "text/plain", filename: "own" },
    ]);
  });

  it("is loaded once when it is named twice", async () => {
    const load = vi.fn(async () => LOADED);
    const reference = file({ kind: "reference", id: ID });
    await inlineFiles(callWith(reference, reference), { loadFile: load, body: {} });
    expect(load).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["of the client's body", { input: [{ content: [{ file_id: "file-x" }] }] }, "input[0].content[0].file_id"],
    ["of the call, when the body only goes on from one that names it", {}, "messages[1].content[1]"],
  ])("is a 400 that names %s when it does not exist", async (_name, body, param) => {
    const call = callWith(file({ kind: "reference", id: "file-x" }));
    await expect((async () => inlineFiles(call, { loadFile: async () => undefined, body }))()).rejects.toMatchObject({
      status: 400,
      param,
      code: "file_not_found",
      message: expect.stringContaining("file-x"),
    });
  });

  it.each<[string, FileContent["data"]]>([
    ["bytes", { kind: "base64", base64: "iVBO" }],
    ["somebody else's URL", { kind: "url", url: "https://example.org/dot.png" }],
    ["Google's own file", { kind: "url", url: "https://generativelanguage.googleapis.com/v1beta/files/abc123def456" }],
  ])("%s stay, and the call is the same object", (_name, data) => {
    const call = callWith(file(data));
    const loadFile = () => Promise.reject(new Error("not to be called"));
    expect(inlineFiles(call, { loadFile, body: {} })).toBe(call);
  });
});
