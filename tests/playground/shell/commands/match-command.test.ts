import { describe, expect, test } from "vitest";
import type { Command } from "#lib/playground/shell/commands/command.ts";
import { matchCommand } from "#lib/playground/shell/commands/match-command.ts";

const named = (label: string, more: { group?: string; keywords?: string; detail?: string } = {}): Command => ({
  id: label,
  label,
  group: "Playground",
  run: () => {},
  ...more,
});

/** Labels of those that match, best first. */
function find(query: string, commands: Command[]): string[] {
  const scored = commands.map((command) => ({ command, score: matchCommand(command, query) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ command }) => command.label);
}

describe("what is typed finds a command", () => {
  test.each([
    ["cha", "Chat"],
    ["CHAT", "Chat"],
    ["code show", "Show code"],
    ["  theme   dark ", "Theme: dark"],
    ["gc", "Generate content"],
    ["nch", "Open new chat"],
    ["ключи", "Мои ключи"],
  ])("%j finds %j", (query, label) => {
    expect(matchCommand(named(label), query)).toBeGreaterThan(0);
  });

  test.each([
    ["chatx", "Chat"],
    ["dark chat", "Theme: dark"],
    ["ae", "Go to the page of pictures"],
    ["gs", "Go to the page of pictures"],
    ["c", "Images"],
  ])("%j does not find %j", (query, label) => {
    expect(matchCommand(named(label), query)).toBe(0);
  });

  test("searches keywords, group and detail", () => {
    expect(matchCommand(named("Messages", { keywords: "anthropic claude" }), "claude")).toBeGreaterThan(0);
    expect(matchCommand(named("Chat", { group: "Playground" }), "playground")).toBeGreaterThan(0);
    expect(matchCommand(named("Guide", { detail: "sandbox/guide" }), "sandbox/gu")).toBeGreaterThan(0);
  });
});

describe("the best match comes first", () => {
  test("ranks a whole label above its prefix, a word and a keyword", () => {
    const commands = [
      named("Find pictures", { keywords: "images" }),
      named("Copy as images"),
      named("Images of today"),
      named("Images"),
    ];
    expect(find("images", commands)).toEqual(["Images", "Images of today", "Copy as images", "Find pictures"]);
  });

  test("ranks adjacent letters above scattered ones", () => {
    expect(find("prm", [named("Please remember me"), named("Parameters")])[0]).toBe("Please remember me");
    expect(find("para", [named("Prepare a rain"), named("Parameters")])[0]).toBe("Parameters");
  });
});
