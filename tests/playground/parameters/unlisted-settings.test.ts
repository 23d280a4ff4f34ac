import { expect, test } from "vitest";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import { OPENAI_CHAT } from "#lib/playground/dialects/openai-chat.ts";
import type { Model } from "#lib/playground/models/models.ts";
import { findUnlisted, withoutSettings } from "#lib/playground/parameters/unlisted-settings.ts";

const modelWith = (capabilities?: Model["capabilities"]): Model => ({
  id: "a/b",
  name: "b",
  upstream: "a",
  capabilities,
});
const settings = {
  ...EMPTY_SETTINGS,
  parameters: { temperature: 0.5, reasoning_effort: "low", top_logprobs: 3 },
  toolsText: "[{}]",
};
const namesFor = (model: Model | undefined) => findUnlisted(OPENAI_CHAT, { settings, model }).map(({ name }) => name);

test("names settings that the model denies, not unknown ones", () => {
  expect(namesFor(modelWith({ reasoning: false, tools: false }))).toEqual(["reasoning_effort", "tools"]);
  expect(namesFor(modelWith({ logprobs: false }))).toEqual(["top_logprobs"]);
  expect(namesFor(modelWith())).toEqual([]);
  expect(namesFor(undefined)).toEqual([]);
});

test("removes settings and keeps the others", () => {
  expect(withoutSettings(settings, ["reasoning_effort"])).toEqual({
    parameters: { temperature: 0.5, top_logprobs: 3 },
  });
  expect(withoutSettings(settings, ["tools"])).toMatchObject({ toolsText: "" });
});
