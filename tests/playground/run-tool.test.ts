/** Connected tools as the page runs them. Calls of MCP servers are in tests/e2e/connected-tools.spec.ts. */
import { afterEach, expect, it, vi } from "vitest";
import { runTool } from "#lib/playground/tools/connected/run-tool.ts";

afterEach(() => vi.unstubAllGlobals());

const NOW = new Date("2026-07-01T12:00:00Z");

it("works out an expression, and says what is wrong with one", async () => {
  const run = (text: string) => runTool({ builtIn: "calculator" }, text);
  expect(await run('{"expression":"2 * (3 + 4)"}')).toEqual({ content: '{"expression":"2 * (3 + 4)","result":"14"}' });
  expect(await run('{"expression":"2 *"}')).toEqual({ content: "The expression ends too early.", isError: true });
  expect(await run("{}")).toMatchObject({ isError: true, content: expect.stringContaining("`expression`") });
  expect(await run("[1]")).toMatchObject({ isError: true });
  expect(await run('{"expression":')).toMatchObject({ isError: true });
});

it("tells the time in a zone", async () => {
  const run = (text: string) => runTool({ builtIn: "clock" }, text, { now: NOW });
  expect(JSON.parse((await run('{"zone":"Europe/Oslo"}')).content)).toEqual({
    ...{ zone: "Europe/Oslo", local: expect.stringContaining("14:00:00"), utc: "2026-07-01T12:00:00.000Z" },
  });
  expect((await run("")).content).toContain("12:00:00");
  expect(await run('{"zone":"Mars/Base"}')).toMatchObject({ isError: true, content: expect.stringContaining("IANA") });
});

it("reads text files of the conversation", async () => {
  const files = [
    { name: "notes.txt", mediaType: "text/plain", load: async () => new Blob(["Hello, world"]) },
    { name: "photo.png", mediaType: "image/png", load: async () => new Blob([]) },
    { name: "gone.csv", mediaType: "text/csv", load: async () => undefined },
  ];
  const run = (given: object, of = files) => runTool({ builtIn: "files" }, JSON.stringify(given), { files: of });
  expect(JSON.parse((await run({ name: "notes.txt", start: 7, length: 3 })).content)).toEqual({
    ...{ name: "notes.txt", start: 7, characters: 12, content: "wor" },
  });
  expect(JSON.parse((await run({ name: "notes.txt", start: 99 })).content)).toMatchObject({ content: "" });
  expect(await run({ name: "other.txt" })).toMatchObject({
    isError: true,
    content: expect.stringContaining('"notes.txt", "photo.png", "gone.csv"'),
  });
  expect(await run({ name: "photo.png" })).toMatchObject({ content: expect.stringContaining("only text files") });
  expect(await run({ name: "gone.csv" })).toMatchObject({ content: expect.stringContaining("no longer stored") });
  expect(await run({ name: "notes.txt", start: "0" })).toMatchObject({ isError: true });
  expect(await run({ name: "notes.txt" }, [])).toMatchObject({ content: "This conversation has no files." });
});

it("calls a server through the gateway, and returns its messages", async () => {
  const frames = [{ direction: "sent", at_ms: 0, message: { method: "tools/call" } }];
  const send = vi.fn(async () =>
    Response.json({
      ...{ is_error: false, structured_content: null, frames },
      content: [
        { type: "text", text: "5" },
        { type: "image", data: "AAAA", mimeType: "image/png" },
      ],
    }),
  );
  vi.stubGlobal("fetch", send);
  const outcome = await runTool({ server: "docs", tool: "add" }, '{"a":2,"b":3}');
  expect(outcome).toEqual({ content: "5\n\n[image image/png]", frames });
  const [path, init] = send.mock.calls[0] as unknown as [string, RequestInit];
  expect(path).toBe("/api/mcp/servers/docs/tools/call");
  expect(JSON.parse(String(init.body))).toEqual({ name: "add", arguments: { a: 2, b: 3 } });
});

it("returns an error of the gateway as the result of the call", async () => {
  const body = { error: 504, message: "The MCP server did not respond.", type: "timeout_error" };
  vi.stubGlobal("fetch", async () => Response.json(body, { status: 504 }));
  expect(await runTool({ server: "docs", tool: "add" }, "{}")).toEqual({ content: body.message, isError: true });
});
