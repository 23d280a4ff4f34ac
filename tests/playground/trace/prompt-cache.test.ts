import { describe, expect, it } from "vitest";
import type { PrefixBreak } from "#lib/contract/prompt-cache.ts";
import { describeBreak, describeLoss, loadPromptCache } from "#lib/playground/trace/prompt-cache.ts";

const at = (fields: Partial<PrefixBreak>): PrefixBreak => ({
  cause: "model",
  part: null,
  index: null,
  was: null,
  ...fields,
});
const comparison = {
  previous: { id: "req_1", time: 1, model: "a/m" },
  matched_by: "session" as const,
  break: at({}),
  shared_tokens: 0,
  lost_tokens: 1_120,
  lost_cost: 0.0014,
};

describe("a break of the prompt cache", () => {
  it.each<[Partial<PrefixBreak>, string]>([
    [{ cause: "model" }, "Another model: it was a/m."],
    [{ cause: "tool_order", part: "tools", index: 0, was: 2 }, "The tools are in another order: tool 1 was tool 3."],
    [{ cause: "tools", part: "tools", index: 1 }, "Tool 2 was changed, added or removed."],
    [{ cause: "system", part: "system", index: 0 }, "The system text changed, in system text 1."],
    [{ cause: "message", part: "messages", index: 4 }, "Message 5 changed."],
    [{ cause: "cache_marks", part: "messages", index: 0 }, "The cache mark of message 1 is gone."],
  ])("is said in words: %o", (fields, words) => {
    expect(describeBreak(at(fields), comparison.previous)).toBe(words);
  });

  it("has its cost, where it is known and something was lost", () => {
    expect(describeLoss(comparison)).toBe(
      "About 1,120 tokens were read again at the full price: ~$0.0014 more than from the cache.",
    );
    expect(describeLoss({ ...comparison, lost_cost: null })).toMatch(/full price\.$/);
    expect(describeLoss({ ...comparison, lost_tokens: 0 })).toBeUndefined();
  });

  it("is asked for again while the row is not written", async () => {
    let asked = 0;
    const send: typeof fetch = async () => {
      asked += 1;
      return asked === 1 ? new Response("{}", { status: 404 }) : Response.json({ prompt_cache: comparison });
    };
    const { signal } = new AbortController();
    expect(await loadPromptCache("req_2", { signal, send })).toEqual(comparison);
    expect(asked).toBe(2);
  });
});
