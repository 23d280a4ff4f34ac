import { describe, expect, test } from "vitest";
import { arrangeCommands } from "#lib/playground/shell/commands/arrange-commands.ts";
import { type Command, listCommands, registerCommands, watchCommands } from "#lib/playground/shell/commands/command.ts";

const command = (id: string, group: string, enabled = true): Command => ({
  id,
  label: id,
  group,
  enabled,
  run: () => {},
});
const shape = (groups: ReturnType<typeof arrangeCommands>) =>
  groups.map(({ title, commands }) => [title, ...commands.map(({ id }) => id)].join(" "));

const COMMANDS = [
  command("dark", "Appearance"),
  command("chat", "Playground"),
  command("new", "This page"),
  command("stop", "Conversation", false),
  command("video", "Playground"),
  command("share", "Sharing"),
];

describe("with nothing typed", () => {
  test("orders groups, and omits disabled commands", () => {
    expect(shape(arrangeCommands({ commands: COMMANDS, query: " ", recent: [] }))).toEqual([
      "This page new",
      "Sharing share",
      "Playground chat video",
      "Appearance dark",
    ]);
  });

  test("lists the last used command first, once", () => {
    const recent = ["video", "gone", "stop", "new"];
    expect(shape(arrangeCommands({ commands: COMMANDS, query: "", recent }))).toEqual([
      "Recent video new",
      "Sharing share",
      "Playground chat",
      "Appearance dark",
    ]);
  });

  test("lists the newest five conversations and recent models only", () => {
    const chats = Array.from({ length: 9 }, (_, place) => command(`chat-${place}`, "Conversations"));
    const inner = [command("model-a", "Model"), command("model-b", "Model")];
    expect(shape(arrangeCommands({ commands: chats, inner, query: "", recent: ["model-b"] }))).toEqual([
      "Recent model-b",
      "Conversations chat-0 chat-1 chat-2 chat-3 chat-4",
    ]);
  });
});

describe("with something typed", () => {
  test("lists matches once, including nested commands", () => {
    const inner = [command("chatty", "Model"), command("new", "This page")];
    const groups = arrangeCommands({ commands: COMMANDS, inner, query: "chat", recent: [] });
    expect(shape(groups)).toEqual([" chat chatty"]);
    expect(shape(arrangeCommands({ commands: COMMANDS, inner, query: "new", recent: [] }))).toEqual([" new"]);
  });

  test("returns no group without a match", () => {
    expect(arrangeCommands({ commands: COMMANDS, query: "zzzz", recent: [] })).toEqual([]);
  });

  test("cuts a long list", () => {
    const many = Array.from({ length: 300 }, (_, place) => command(`chat-${place}`, "Conversations"));
    expect(arrangeCommands({ commands: many, query: "chat", recent: [] })[0]?.commands).toHaveLength(60);
  });
});

test("lists commands while registered, and reports each change", () => {
  let told = 0;
  const stop = watchCommands(() => {
    told += 1;
  });
  registerCommands("a", [command("one", "Playground")]);
  registerCommands("b", [command("two", "Playground")]);
  registerCommands("a", [command("three", "Playground")]);
  expect(listCommands().map(({ id }) => id)).toEqual(["three", "two"]);
  registerCommands("a", []);
  expect(listCommands().map(({ id }) => id)).toEqual(["two"]);
  registerCommands("b", []);
  expect(listCommands()).toEqual([]);
  expect(told).toBe(5);
  stop();
});
