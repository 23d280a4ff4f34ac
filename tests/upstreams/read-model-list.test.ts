import { describe, expect, it } from "vitest";
import { readModelList } from "#lib/upstreams/read-model-list.ts";

describe("readModelList", () => {
  it.each([
    ["OpenAI's list", { object: "list", data: [{ id: "a" }, { id: "models/b" }] }, ["a", "models/b"]],
    ["Google's list, without the prefix of its names", { models: [{ name: "models/gemini" }] }, ["gemini"]],
    ["Ollama's list", { models: [{ name: "llama:8b", model: "llama:8b" }] }, ["llama:8b"]],
    ["an empty list", { data: [] }, []],
    ["entries without a name, which it leaves out", { data: [null, 1, { id: "" }, { id: 5 }, { id: "a" }] }, ["a"]],
  ])("reads %s", (_, json, ids) => {
    expect(readModelList(json)?.map(({ id }) => id)).toEqual(ids);
  });

  it.each([[undefined], [null], ["text"], [{}], [{ data: "a" }], [[]]])("refuses %j", (json) => {
    expect(readModelList(json)).toBeUndefined();
  });
});
