import { expect, test } from "vitest";
import { listRealtimeModels, talkSettings } from "#lib/playground/talk/talk-settings.ts";

test("realtime models are found by their names, and by what an alias stands for", () => {
  const model = (id: string, aliasOf?: string) => ({ id, name: id, upstream: "x", ...(aliasOf ? { aliasOf } : {}) });
  const models = [
    ...[model("openai/gpt-realtime"), model("openai/gpt-5"), model("talk", "openai/gpt-4o-realtime-preview")],
    ...[model("fast", "openai/gpt-5-mini"), model("azure/GPT-Realtime-mini")],
  ];
  expect(listRealtimeModels(models).map(({ id }) => id)).toEqual([
    "openai/gpt-realtime",
    "talk",
    "azure/GPT-Realtime-mini",
  ]);
});

test("without a saved choice there is a voice and no model", () => {
  expect(talkSettings.get()).toMatchObject({ model: "", voice: "marin" });
});
