import { describe, expect, it } from "vitest";
import type { Part } from "#lib/canonical/part.ts";
import { createLengthWatcher } from "#lib/gateway/lanes/emulation/watch-length.ts";
import { countTokens } from "#lib/prompts/count-tokens.ts";

const TEXT = "The quick brown fox jumps over the lazy dog, and then it sleeps.";
const place = { choice: 0, id: "t" };

function watch(pieces: string[], limit: number) {
  const watcher = createLengthWatcher(limit);
  const parts: Part[] = [
    { type: "text-start", ...place },
    ...pieces.map((text): Part => ({ type: "text-delta", ...place, text })),
    { type: "text-end", ...place },
    { type: "finish", choice: 0, reason: { unified: "stop" } },
  ];
  const passed = parts.flatMap((part) => watcher.pass(part));
  const text = passed.map((part) => (part.type === "text-delta" ? part.text : "")).join("");
  return { text, end: passed.slice(-2), hasEnded: watcher.hasEnded };
}

describe("a limit on tokens", () => {
  const whole = countTokens(TEXT);

  it.each([[[TEXT]], [[...TEXT]], [TEXT.split(/(?= )/)]])("cuts at the same token, whatever the pieces", (pieces) => {
    const { text, end, hasEnded } = watch(pieces, 5);
    expect(countTokens(text)).toBe(5);
    expect(TEXT.startsWith(text)).toBe(true);
    expect(end).toEqual([
      { type: "text-end", ...place },
      { type: "finish", choice: 0, reason: { unified: "length" } },
    ]);
    expect(hasEnded).toBe(true);
  });

  it("leaves a response alone that ends within it", () => {
    for (const limit of [whole, whole + 1]) {
      const { text, end, hasEnded } = watch([...TEXT], limit);
      expect(text).toBe(TEXT);
      expect(end.at(-1)).toMatchObject({ reason: { unified: "stop" } });
      expect(hasEnded).toBe(false);
    }
  });

  it("counts reasoning and the input of tools, and closes a call that it cuts", () => {
    const watcher = createLengthWatcher(3);
    const call = { choice: 0, id: "call_1", name: "look_up", kind: "function" as const };
    const passed = (
      [
        { type: "reasoning-start", choice: 0, id: "r" },
        { type: "reasoning-delta", choice: 0, id: "r", text: "Hm." },
        { type: "reasoning-end", choice: 0, id: "r" },
        { type: "tool-input-start", ...call },
        { type: "tool-input-delta", choice: 0, id: "call_1", text: '{"city":"Paris"}' },
        { type: "tool-input-end", choice: 0, id: "call_1" },
      ] as Part[]
    ).flatMap((part) => watcher.pass(part));
    expect(passed.at(-2)).toMatchObject({ type: "tool-call", id: "call_1", name: "look_up", input: '{"' });
    expect(passed.at(-1)).toMatchObject({ type: "finish", reason: { unified: "length" } });
  });

  it("ends each choice by itself", () => {
    const watcher = createLengthWatcher(1, 2);
    const delta = (choice: number, text: string): Part => ({ type: "text-delta", choice, id: "t", text });
    watcher.pass(delta(0, "one two"));
    expect(watcher.hasEnded).toBe(false);
    watcher.pass(delta(1, "one two"));
    expect(watcher.hasEnded).toBe(true);
    expect(watcher.pass(delta(1, "more"))).toEqual([]);
  });
});
