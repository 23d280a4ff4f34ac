import { describe, expect, it } from "vitest";
import type { Message } from "#lib/canonical/call.ts";
import { readConversation } from "#lib/sandbox/conversation.ts";
import { ask, callOf } from "../ask.ts";
import { CODING_AGENTS } from "./coding-agents.ts";

type Agent = keyof typeof CODING_AGENTS;

async function askAgent(agent: Agent, question: string) {
  const { tools, messages } = CODING_AGENTS[agent];
  const { calls, text } = await ask(messages(question), { tools });
  return { calls: calls.map(({ name, input }) => [name, JSON.parse(input) as unknown]), text };
}

const REFUSAL = /^I'm the offline sandbox[\s\S]*I called none/;
const AGENTS: Agent[] = ["codex", "claude", "gemini"];

/** A question, and each agent's tool calls with their arguments, or its text. */
type Row = [question: string, Record<Agent, RegExp | [string, unknown][]>];

const same = (answer: RegExp): Row[1] => ({ codex: answer, claude: answer, gemini: answer });
const run = (command: string): Row[1] => ({
  codex: [["exec_command", { cmd: command }]],
  claude: [["Bash", { command }]],
  gemini: [["run_shell_command", { command }]],
});
const read = (path: string): Row[1] => ({
  codex: REFUSAL,
  claude: [["Read", { file_path: path }]],
  gemini: [["read_file", { file_path: path }]],
});

const ROWS: Row[] = [
  ["What is in this folder?", { codex: REFUSAL, claude: REFUSAL, gemini: [["list_directory", { dir_path: "." }]] }],
  ["list the files here", { codex: REFUSAL, claude: REFUSAL, gemini: [["list_directory", { dir_path: "." }]] }],
  ["How do I delete a file?", same(REFUSAL)],
  ["Explain what package.json does", same(REFUSAL)],
  ["summarise README.md", same(REFUSAL)],
  ["delete notes.txt", same(REFUSAL)],
  ["fix the bug in index.js", same(REFUSAL)],
  ["remember that I like tea", same(REFUSAL)],
  ["deploy it", same(REFUSAL)],
  ["what changed in the last commit?", same(REFUSAL)],
  ["is there a rate limit in this project?", same(REFUSAL)],
  ["add a Dockerfile", same(REFUSAL)],
  ["Write a haiku", same(/Sample haiku/)],
  ["What is 17*23?", same(/^\*\*17×23 = 391\*\*$/)],
  ["thanks", same(/welcome|Glad to help|Any time/)],
  ["which model are you?", same(/sandbox guide/)],
  ["What is Parlance?", same(/multi-provider model gateway/)],
  ["run the tests", same(/^Which (cmd|command)\?/)],
  ["run `ls -la`", run("ls -la")],
  ["run npm test", run("npm test")],
  ["read the file notes.txt", read("notes.txt")],
  ["show me index.js", read("index.js")],
  ["open package.json and tell me its version", read("package.json")],
  [
    'create a file hello.txt with the text "hi there"',
    {
      codex: REFUSAL,
      claude: [["Write", { file_path: "hello.txt", content: "hi there" }]],
      gemini: [["write_file", { file_path: "hello.txt", content: "hi there" }]],
    },
  ],
  ["write a test for index.js", { codex: REFUSAL, claude: /^Which content\?/, gemini: /^Which content\?/ }],
];

const cases = ROWS.flatMap(([question, answers]) => AGENTS.map((agent) => [agent, question, answers[agent]] as const));

describe("a coding agent's tools are called by the user's words alone", () => {
  it.each(cases)("%s: %s", async (agent, question, expected) => {
    const { calls, text } = await askAgent(agent, question);
    expect(calls).toEqual(Array.isArray(expected) ? expected : []);
    if (!Array.isArray(expected)) expect(text).toMatch(expected);
  });
});

describe("what an agent puts around the words", () => {
  it.each(AGENTS)("is not part of the question of %s", (agent) => {
    const { question, userTexts } = readConversation(callOf(CODING_AGENTS[agent].messages("Hello?")));
    expect(question).toBe("Hello?");
    expect(userTexts).toEqual(["Hello?"]);
  });

  it.each<[string, Message[]]>([
    ["a reminder of the system", [{ role: "system", content: "# Environment" }]],
    ["a reminder as the user", [{ role: "user", content: "<system-reminder>Be brief.</system-reminder>" }]],
  ])("does not hide a tool's result: %s", async (_, after) => {
    const { tools, messages } = CODING_AGENTS.claude;
    const conversation: Message[] = [
      ...messages("read the file notes.txt"),
      {
        role: "assistant",
        content: [
          { type: "tool-call", id: "call_1", name: "Read", kind: "function", input: '{"file_path":"notes.txt"}' },
        ],
      },
      { role: "tool", callId: "call_1", name: "Read", content: "Buy coffee.\nCall Anna." },
      ...after,
    ];
    const { calls, text } = await ask(conversation, { tools });
    expect(calls).toEqual([]);
    expect(text).toContain("```text\nBuy coffee.\nCall Anna.\n```");
  });

  it("is the question where there are no other words", () => {
    const markup = "<my-card>What is this?</my-card>";
    expect(readConversation(callOf(markup)).question).toBe(markup);
  });

  it("stays in an echo", async () => {
    const text = "<system-reminder>Be brief.</system-reminder>\nHello ";
    expect((await ask(text, { model: "echo" })).text).toBe(text);
  });
});

it("gives agents whole links, since a terminal does not know the gateway's address", async () => {
  expect((await askAgent("codex", "deploy it")).text).toContain("](http://127.0.0.1:3000/providers)");
});
