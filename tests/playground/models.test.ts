/** Which models which pages offer. */
import { expect, it } from "vitest";
import { answersInWords, filmsOnly, type Model } from "#lib/playground/models.ts";

const model = (capabilities?: Model["capabilities"]): Model => ({
  id: "m",
  name: "M",
  upstream: "u",
  ...(capabilities ? { capabilities } : {}),
});

it.each([
  [undefined, true],
  [{ tools: true, images: false, videos: false }, true],
  [{ images: true }, false],
  [{ videos: true }, false],
])("a model with %j answers in words: %s", (capabilities, expected) => {
  expect(answersInWords(model(capabilities))).toBe(expected);
});

it("a model of videos is told by what it says of itself", () => {
  expect(filmsOnly(model({ videos: true }))).toBe(true);
  expect(filmsOnly(model({ images: true }))).toBe(false);
  expect(filmsOnly(model())).toBe(false);
});
