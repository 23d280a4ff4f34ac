import { describe, expect, test } from "vitest";
import { emptyChoice, type ResponseUsage } from "#lib/playground/conversation/model-response.ts";
import { measure } from "#lib/playground/streams/metrics.ts";

const answer = (usage?: ResponseUsage) => ({ choices: [{ ...emptyChoice(), text: "Eight of them, or so." }], usage });

describe("the numbers under an answer", () => {
  test("counts are the upstream's", () => {
    expect(measure(answer({ inputTokens: 12, outputTokens: 7 }), {})).toMatchObject({
      inputTokens: 12,
      outputTokens: 7,
      estimated: false,
    });
  });

  test.each([undefined, {}, { inputTokens: 0, outputTokens: 0 }])("no count, or one of zero, is estimated", (usage) => {
    const { inputTokens, outputTokens, estimated } = measure(answer(usage), {});
    expect({ inputTokens, outputTokens, estimated }).toEqual({
      inputTokens: undefined,
      outputTokens: 6,
      estimated: true,
    });
  });
});
