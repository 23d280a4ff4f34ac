import { describe, expect, test } from "vitest";
import { listImageParameters } from "#app/(playground)/images/_model/image-parameters.ts";
import { GENERATE_CONTENT } from "#lib/playground/dialects/generate-content/dialect.ts";
import { MESSAGES } from "#lib/playground/dialects/messages/dialect.ts";
import { OPENAI_CHAT } from "#lib/playground/dialects/openai-chat.ts";
import { RESPONSES } from "#lib/playground/dialects/responses/dialect.ts";
import { sliderScale } from "#lib/playground/parameters/slider-scale.ts";

describe("a slider's scale", () => {
  test("is linear for a narrow range", () => {
    const scale = sliderScale({ minimum: -2, maximum: 2, step: 0.1 });
    expect(scale.input).toEqual({ min: -2, max: 2, step: 0.1 });
    expect([-2, 0, 2].map(scale.shareOf)).toEqual([0, 0.5, 1]);
    expect(scale.fromInput(scale.toInput(0.3))).toBe(0.3);
  });

  test("is logarithmic for a wide range", () => {
    const scale = sliderScale({ minimum: 1, maximum: 1_000_000, step: 1 });
    expect(scale.shareOf(1000)).toBeCloseTo(0.5);
    expect(scale.fromInput(0.5)).toBe(1000);
    expect([scale.fromInput(0), scale.fromInput(1)]).toEqual([1, 1_000_000]);
  });

  test("puts values beyond the range at its end", () => {
    const scale = sliderScale({ minimum: 1, maximum: 8, step: 1 });
    expect([scale.shareOf(64), scale.toInput(64), scale.shareOf(0)]).toEqual([1, 8, 0]);
  });
});

test("shows a known default within the range", () => {
  const lists = [OPENAI_CHAT, RESPONSES, MESSAGES, GENERATE_CONTENT].map(({ parameters }) => parameters);
  const images = listImageParameters({ model: "sandbox/image-model-a", operation: "generate" });
  const told = [...lists, images.map(({ definition }) => definition)].map((parameters) =>
    parameters.flatMap((parameter) => {
      if (parameter.kind !== "number" || parameter.default === undefined) return [];
      expect(parameter.default, parameter.name).toBeGreaterThanOrEqual(parameter.minimum);
      expect(parameter.default, parameter.name).toBeLessThanOrEqual(parameter.maximum);
      return [`${parameter.name} ${parameter.default}`];
    }),
  );
  expect(told).toEqual([
    ["temperature 1", "top_p 1", "frequency_penalty 0", "presence_penalty 0", "n 1"],
    ["temperature 1", "top_p 1"],
    ["max_tokens 4096", "temperature 1"],
    [],
    ["n 1", "output_compression 100", "partial_images 0"],
  ]);
  const unknown = listImageParameters({ model: "upstream/unknown", operation: "generate" });
  expect(unknown.some(({ definition }) => "default" in definition)).toBe(false);
});
