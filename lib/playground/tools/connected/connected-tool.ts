/** Tools that the page runs itself: built in, or of an MCP server that the gateway connects. */
import type { ToolRunner } from "#lib/playground/chat/chat-settings.ts";
import type { FunctionTool } from "../tools.ts";

/** A tool that can be added to a request, with the place where its calls run. */
export type ConnectableTool = { tool: FunctionTool; runner: ToolRunner };

const LONGEST_NAME = 64;

export const BUILT_IN_TOOLS: readonly ConnectableTool[] = [
  {
    runner: { builtIn: "calculator" },
    tool: {
      name: "calculate",
      description:
        "Works out an arithmetic expression: + - * / % ^, parentheses, pi, e, and functions such as sqrt, round, min, max, sin, log",
      schema: {
        type: "object",
        properties: { expression: { type: "string", description: "Such as 2 * (3 + 4)" } },
        required: ["expression"],
      },
    },
  },
  {
    runner: { builtIn: "clock" },
    tool: {
      name: "get_time",
      description: "The date and the time of day, now, in a time zone",
      schema: {
        type: "object",
        properties: { zone: { type: "string", description: "IANA name, such as Europe/Oslo; UTC by default" } },
      },
    },
  },
  {
    runner: { builtIn: "JavaScript" },
    tool: {
      name: "run_javascript",
      description:
        "Runs JavaScript in the browser, without network and files, for at most 5 seconds. The body of an async function: what it returns is the result",
      schema: {
        type: "object",
        properties: { code: { type: "string", description: "Such as return [3, 1, 2].sort();" } },
        required: ["code"],
      },
    },
  },
  {
    runner: { builtIn: "files" },
    tool: {
      name: "read_file",
      description: "Reads a text file that the user has attached to this conversation. An unknown name lists them",
      schema: {
        type: "object",
        properties: {
          name: { type: "string", description: "Name of the file, such as notes.txt" },
          start: { type: "integer", description: "First character, from 0", minimum: 0 },
          length: { type: "integer", description: "Characters to read; 20000 by default", minimum: 1, maximum: 100000 },
        },
        required: ["name"],
      },
    },
  },
];

/** Names the place where a tool runs, for people. */
export function describeRunner(runner: ToolRunner): string {
  if ("server" in runner) return `${runner.tool} of ${runner.server}`;
  return `${runner.builtIn} of this page`;
}

export function isSameRunner(a: ToolRunner, b: ToolRunner): boolean {
  return describeRunner(a) === describeRunner(b);
}

/** Returns a tool of an MCP server under a name that every API accepts. */
export function toConnectable(
  server: string,
  { name, description, inputSchema }: { name: string; description?: string | undefined; inputSchema: unknown },
): ConnectableTool {
  return {
    runner: { server, tool: name },
    tool: {
      name: name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, LONGEST_NAME - 3),
      ...(description === undefined ? {} : { description }),
      schema: inputSchema,
    },
  };
}
