import { expect, test } from "vitest";
import { getKeyMap, showKeys } from "#lib/playground/shell/key-map.ts";

test("writes keys as on the user's platform", () => {
  expect(showKeys("Mod+K", false)).toEqual(["Ctrl", "K"]);
  expect(showKeys("Mod+Shift+Z", true)).toEqual(["⌘", "⇧", "Z"]);
  expect(showKeys("+", false)).toEqual(["+"]);
  expect(showKeys("Mod++", false)).toEqual(["Ctrl", "+"]);
});

test("lists the page's keys first, and none of other pages", () => {
  const titles = (path: string) => getKeyMap(path).map(({ title }) => title);
  expect(titles("/videos")[0]).toBe("Video");
  expect(titles("/videos")).not.toContain("Conversation");
  expect(titles("/generate-content")[0]).toBe("Conversation");
  expect(titles("/")).toEqual(["Everywhere", "Message field"]);
});
