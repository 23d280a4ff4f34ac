import { describe, expect, it } from "vitest";
import type { Tool } from "#lib/canonical/call.ts";
import { ask } from "../ask.ts";
import { AGENT_TOOLS } from "./agent-tools.ts";

const callsFor = async (question: string, tools: Tool[] = AGENT_TOOLS) => {
  const { calls, text } = await ask(question, { tools });
  return { calls: calls.map(({ name, input }) => [name, JSON.parse(input) as unknown]), text };
};

describe("with the 24 tools of an agent, nothing is called for", () => {
  it.each([
    "What is Parlance?",
    "Hello!",
    "Thanks!",
    "Who are you?",
    "How do I delete a file through the API?",
    "How do I deploy it?",
    "How do I send an image?",
    "How do I edit an image with a mask?",
    "How can I run the tests?",
    "Can I send an email with it?",
    "Why does git push fail?",
    "write a haiku about the sea",
    "Show me a table of the status codes and a Python sample that streams",
    "Please review my last commit",
    "what's 17*23?",
    "Tell me a joke",
    "Explain the list of files",
    "What can you do?",
    "Compare GPT and Claude",
    "Draft an email to my boss",
    "Make me a picture of a cat",
    "Is my data sent to the internet?",
    "Write a function in TypeScript that reverses a string",
    "What does this project do?",
    "my name is Tom",
  ])("%s", async (question) => {
    const { calls, text } = await callsFor(question);
    expect(calls).toEqual([]);
    expect(text).not.toBe("");
  });
});

describe("with the 24 tools of an agent, the words are enough for", () => {
  it.each<[string, [string, unknown][]]>([
    ["Read the file README.md", [["read_file", { path: "README.md" }]]],
    ["read src/index.ts", [["read_file", { path: "src/index.ts" }]]],
    ["Please show me the file docs/guide/keys.md", [["read_file", { path: "docs/guide/keys.md" }]]],
    ["What is in the file package.json?", [["read_file", { path: "package.json" }]]],
    ["List the files here", [["list_files", {}]]],
    ["Delete the file old.txt", [["delete_file", { path: "old.txt" }]]],
    [
      "List the files here and then commit with the message 'fix'",
      [
        ["list_files", {}],
        ["git_commit", { message: "fix" }],
      ],
    ],
    ["Run the tests", [["run_tests", {}]]],
    ["Run `npm test`", [["bash", { command: "npm test" }]]],
    ["Search the web for red running shoes", [["web_search", { query: "red running shoes" }]]],
    ["Fetch the web page https://example.com/a", [["web_fetch", { url: "https://example.com/a" }]]],
    ["grep for `TODO`", [["grep", { pattern: "TODO" }]]],
    ["git status", [["git_status", {}]]],
  ])("%s", async (question, expected) => {
    expect((await callsFor(question)).calls).toEqual(expected);
  });
});

describe("with the 24 tools of an agent, a missing argument is asked for", () => {
  it.each([
    ["Read the file", /^Which path\? `read_file` needs `path`/],
    ["Delete the file", /`delete_file` needs `path`/],
    ["Deploy it", /`deploy` needs `env`/],
    ["Write a file", /`write_file` needs `path` and `content`/],
    ["Send an email to ann@example.com", /`send_email` needs `subject` and `body`/],
  ])("%s", async (question, text) => {
    const answer = await callsFor(question);
    expect(answer.calls).toEqual([]);
    expect(answer.text).toMatch(text);
  });
});

it("makes arguments up only where a call is required", async () => {
  const { calls } = await ask("Hello!", { tools: AGENT_TOOLS, toolChoice: { mode: "required" } });
  expect(calls).toHaveLength(1);
});
