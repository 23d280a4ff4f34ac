import { describe, expect, test } from "vitest";
import { emptyChoice } from "#lib/playground/conversation/model-response.ts";
import { listResponseFacts } from "#lib/playground/conversation/response-facts.ts";
import { answerTurn } from "../text-fixtures.ts";

const answer = (finishReason?: string) => ({
  model: "vendor/model-1",
  responseId: "resp_0123456789",
  choices: [{ ...emptyChoice(), text: "Hello there, reader", finishReason }],
  usage: { inputTokens: 1_204, outputTokens: 310, cachedTokens: 1_020 },
});
const timings = { firstToken: 412, lastToken: 4_012, end: 4_100 };
const price = { input: 1, output: 10 };
const words = (facts: ReturnType<typeof listResponseFacts>) => facts.map((fact) => fact.words);

describe("the numbers under an answer", () => {
  test("have an order, and ranked metrics are named", () => {
    const facts = listResponseFacts(answerTurn(answer(), { timings, route: { dropped: [], lane: "relay" } }), {
      price,
    });
    expect(words(facts)).toEqual([
      "4.1 s",
      expect.stringMatching(/^~?\$0\.00/),
      "TTFT 412 ms",
      "86.1 tok/s",
      "1,204 in (1,020 cached) / 310 out",
      "resp_0123456…",
      "vendor/model-1 · relay",
    ]);
    const ranked = facts.flatMap(({ metric }) => metric ?? []);
    expect(ranked).toEqual(["totalTime", "cost", "timeToFirstToken", "tokensPerSecond"]);
    expect(words(facts.filter(({ lead }) => lead))).toEqual([
      "4.1 s",
      expect.stringMatching(/^~?\$0\.00/),
      "1,204 in (1,020 cached) / 310 out",
    ]);
  });

  test("begin with the finish reason", () => {
    const cut = listResponseFacts(answerTurn(answer("length"), { state: "stopped", timings }), {
      describeEnding: () => ({ label: "Paused", title: "The model paused." }),
    });
    expect(words(cut).slice(0, 3)).toEqual(["Stopped at 310 tokens", "Cut at the token limit", "Paused"]);
    expect(words(listResponseFacts(answerTurn(answer("content_filter")), {}))[0]).toBe("Filtered");
  });

  test("omit final metrics while streaming, and all metrics of edited responses", () => {
    expect(words(listResponseFacts(answerTurn(answer(), { timings }), { price, live: true }))).toHaveLength(3);
    expect(words(listResponseFacts(answerTurn(answer(), { edited: true }), { price }))).toEqual(["Edited by hand"]);
  });
});
