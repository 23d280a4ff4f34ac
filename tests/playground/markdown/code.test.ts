import { describe, expect, it, vi } from "vitest";
import { countLines, toCodeChunks } from "#lib/playground/markdown/code/code-chunks.ts";
import { cachedHighlight, requestHighlight } from "#lib/playground/markdown/code/code-highlighter.ts";
import { type CodeTokens, tokenizeCode } from "#lib/playground/markdown/code/tokenize-code.ts";
import { createLruCache } from "#lib/playground/markdown/lru-cache.ts";

describe("toCodeChunks", () => {
  it.each(["", "a", "a\n", "\n\n", "x\n".repeat(130), `${"y".repeat(20_000)}\nz`])("loses nothing of %j", (code) => {
    expect(toCodeChunks(code).join("")).toBe(code);
  });

  it("changes only the last chunk as the code grows", () => {
    const short = toCodeChunks("line\n".repeat(120));
    expect(toCodeChunks("line\n".repeat(140)).slice(0, 2)).toEqual(short.slice(0, 2));
  });

  it("counts the lines that a reader sees", () => {
    expect([countLines("a"), countLines("a\nb"), countLines("a\n\nb")]).toEqual([1, 2, 3]);
  });
});

describe("tokenizeCode", () => {
  it.each([
    ["ts", 'const a: number = "x".length; // end\n'.repeat(70)],
    ["py", "def f(x):\n    return 'a'"],
    ["sh", "ls -la | grep x # all\n\n"],
    ["json", '{"a": [1, true]}'],
  ])("colours %s and keeps its text", async (language, code) => {
    const chunks: CodeTokens[] = [];
    for await (const tokens of tokenizeCode(code, language)) chunks.push(tokens);
    const texts = chunks.map((tokens) => tokens.map((token) => token.text).join(""));
    expect(texts).toEqual(toCodeChunks(code));
    expect(chunks.flat().some((token) => token.kind !== "")).toBe(true);
  });
});

describe("requestHighlight", () => {
  it("highlights one block at a time and caches the result", async () => {
    const order: string[] = [];
    for (const code of ["let first = 1", "let second = 2"]) {
      requestHighlight({ code, language: "js", onProgress: () => order.push(code) });
    }
    await vi.waitFor(() => expect(cachedHighlight("let second = 2", "js")).toBeDefined(), 5000);
    expect(order).toEqual(["let first = 1", "let second = 2"]);
    expect(cachedHighlight("let first = 1", "ts")).toBeUndefined();
  });

  it("skips cancelled requests and languages without a grammar", async () => {
    const onProgress = vi.fn();
    requestHighlight({ code: "let wanted = 1", language: "js", onProgress: () => {} });
    requestHighlight({ code: "let dropped = 1", language: "js", onProgress })();
    requestHighlight({ code: "10 PRINT", language: "basic", onProgress });
    await vi.waitFor(() => expect(cachedHighlight("let wanted = 1", "js")).toBeDefined(), 5000);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(onProgress).not.toHaveBeenCalled();
  });
});

describe("createLruCache", () => {
  it("evicts the least recently used value when full", () => {
    const cache = createLruCache<number>(10);
    cache.set("a", 1, 4);
    cache.set("b", 2, 4);
    cache.get("a");
    cache.set("c", 3, 4);
    expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual([1, undefined, 3]);
  });

  it("keeps a value that is larger than the limit until the next one", () => {
    const cache = createLruCache<number>(10);
    cache.set("big", 1, 20);
    expect(cache.get("big")).toBe(1);
    cache.set("a", 2, 1);
    expect([cache.get("big"), cache.get("a")]).toEqual([undefined, 2]);
  });
});
