import { expect, test } from "vitest";
import { getKeyMap, showKeys } from "#lib/playground/shell/key-map.ts";

test("keys are written as the reader's keyboard has them", () => {
  expect(showKeys("Mod+K", false)).toEqual(["Ctrl", "K"]);
  expect(showKeys("Mod+Shift+Z", true)).toEqual(["⌘", "⇧", "Z"]);
  expect(showKeys("+", false)).toEqual(["+"]);
  expect(showKeys("Mod++", false)).toEqual(["Ctrl", "+"]);
});

test("a page's own keys come first, another page's not at all", () => {
  const titles = (path: string) => getKeyMap(path).map(({ title }) => title);
  expect(titles("/videos")[0]).toBe("Video");
  expect(titles("/videos")).not.toContain("Conversation");
  expect(titles("/generate-content")[0]).toBe("Conversation");
  expect(titles("/")).toEqual(["Everywhere", "Message field"]);
});
