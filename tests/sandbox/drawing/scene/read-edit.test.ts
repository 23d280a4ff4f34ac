import { describe, expect, it } from "vitest";
import { readEdit } from "#lib/sandbox/drawing/scene/read-edit.ts";

/** `kind: subjects and things of the sky; ?what cannot be drawn`. */
function summary(prompt: string, hasMask: boolean): string {
  const { kind, scene, features, unknown } = readEdit(prompt, 1, { hasMask, sourceCount: 1 });
  const named = kind === "add" || kind === "replace" ? scene.subjects.map((subject) => subject.kind) : [];
  const things = [...named, ...features.map(({ feature }) => feature), ...unknown.map((name) => `?${name}`)];
  return things.length > 0 ? `${kind}: ${things.join(" ")}` : kind;
}

describe("an edit under a mask, read from its words", () => {
  it.each([
    ["add a big full moon", "add: moon"],
    ["a full moon", "add: moon"],
    ["add a moon to the sky", "add: moon"],
    ["Add the sun and a few clouds", "add: sun cloud"],
    ["a rainbow in the sky", "add: rainbow"],
    ["put a rainbow over the lighthouse", "add: rainbow"],
    ["add northern lights", "add: aurora"],
    ["füge einen Regenbogen hinzu", "add: rainbow"],
    ["add a moon at night", "add: moon"],
    ["add a red hot-air balloon above the hills", "add: balloon"],
    ["add a snowman", "add: snowman"],
    ["put a cat on a chair", "add: cat chair"],
    ["put a hat on the dog", "fill: ?hat"],
    ["add an airship", "fill: ?airship"],
    ["an airship", "fill: ?airship"],
    ["add a steampunk airship over the sea", "fill: ?steampunk airship"],
    ["add a dragon and an airship", "add: dragon ?airship"],
    ["make it night", "relight"],
    ["at sunset", "relight"],
    ["add fog", "relight"],
    ["add a starry night sky", "sky"],
    ["a starry night sky", "sky"],
    ["replace the sky with a sunset", "sky"],
    ["replace the sun with a moon", "replace: moon"],
    ["remove the moon", "remove"],
    ["make the moon yellow", "recolour"],
    ["a beach", "repaint"],
    ["a flamingo", "repaint"],
  ])("%s: %s", (prompt, expected) => {
    expect(summary(prompt, true)).toBe(expected);
  });
});

describe("an edit without a mask, read from its words", () => {
  it.each([
    ["add a moon", "add: moon"],
    ["a moonlit lake with stars", "repaint"],
    ["make it night", "relight"],
    ["a house at night", "relight"],
    ["add an airship", "fill: ?airship"],
    ["something else entirely", "repaint"],
  ])("%s: %s", (prompt, expected) => {
    expect(summary(prompt, false)).toBe(expected);
  });
});
