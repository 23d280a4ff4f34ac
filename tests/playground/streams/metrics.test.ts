import { describe, expect, test } from "vitest";
import { emptyChoice, type ResponseUsage } from "#lib/playground/conversation/model-response.ts";
import { formatCount, measure } from "#lib/playground/streams/metrics.ts";

const answer = (usage?: ResponseUsage) => ({ choices: [{ ...emptyChoice(), text: "Eight of them, or so." }], usage });

describe("the numbers under an answer", () => {
  test("use the upstream's counts", () => {
    expect(measure(answer({ inputTokens: 12, outputTokens: 7 }), {})).toMatchObject({
      inputTokens: 12,
      outputTokens: 7,
      estimated: false,
    });
  });

  test.each([undefined, {}, { inputTokens: 0, outputTokens: 0 }])(
    "are estimated when a count is missing or 0",
    (usage) => {
      const { inputTokens, outputTokens, estimated } = measure(answer(usage), {});
      expect({ inputTokens, outputTokens, estimated }).toEqual({
        inputTokens: undefined,
        outputTokens: 6,
        estimated: true,
      });
    },
  );
});

test.each([0, 7, 999, 1000, 12_310, 4_000_000, -12_310, 0.5, 1234.5678])(
  "counts are written as Intl writes %d",
  (count) => {
    expect(formatCount(count)).toBe(new Intl.NumberFormat("en").format(count));
  },
);
