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
  test("groups stand in their order, unknown ones behind the page's own; what cannot be done is left out", () => {
    expect(shape(arrangeCommands({ commands: COMMANDS, query: " ", recent: [] }))).toEqual([
      "This page new",
      "Sharing share",
      "Playground chat video",
      "Appearance dark",
    ]);
  });

  test("what was used last comes first and once", () => {
    const recent = ["video", "gone", "stop", "new"];
    expect(shape(arrangeCommands({ commands: COMMANDS, query: "", recent }))).toEqual([
      "Recent video new",
      "Sharing share",
      "Playground chat",
      "Appearance dark",
    ]);
  });

  test("of conversations the newest five, and models only when they were used lately", () => {
    const chats = Array.from({ length: 9 }, (_, place) => command(`chat-${place}`, "Conversations"));
    const inner = [command("model-a", "Model"), command("model-b", "Model")];
    expect(shape(arrangeCommands({ commands: chats, inner, query: "", recent: ["model-b"] }))).toEqual([
      "Recent model-b",
      "Conversations chat-0 chat-1 chat-2 chat-3 chat-4",
    ]);
  });
});

describe("with something typed", () => {
  test("one list of what matches, inner commands too, doubles once", () => {
    const inner = [command("chatty", "Model"), command("new", "This page")];
    const groups = arrangeCommands({ commands: COMMANDS, inner, query: "chat", recent: [] });
    expect(shape(groups)).toEqual([" chat chatty"]);
    expect(shape(arrangeCommands({ commands: COMMANDS, inner, query: "new", recent: [] }))).toEqual([" new"]);
  });

  test("nothing matches: no group", () => {
    expect(arrangeCommands({ commands: COMMANDS, query: "zzzz", recent: [] })).toEqual([]);
  });

  test("a long list is cut", () => {
    const many = Array.from({ length: 300 }, (_, place) => command(`chat-${place}`, "Conversations"));
    expect(arrangeCommands({ commands: many, query: "chat", recent: [] })[0]?.commands).toHaveLength(60);
  });
});

test("commands are listed while their owner stands, and each change is told", () => {
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
