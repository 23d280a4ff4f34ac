/** Runs a connected tool. Its failure is a result as well: the model reads why. */
import type { McpFrame, McpToolResult } from "#lib/contract/mcp.ts";
import type { ToolRunner } from "#lib/playground/chat/chat-settings.ts";
import type { Fields } from "#lib/playground/dialects/json-fields.ts";
import { RequestFailed } from "#lib/playground/gateway/gateway-request.ts";
import { calculate } from "./calculate.ts";
import { isTextType } from "./mcp-files.ts";
import { callTool } from "./mcp-requests.ts";
import { asksForSignIn, nameOfServer } from "./mcp-sign-in.ts";
import { writeBlock } from "./write-block.ts";

/** File of the conversation. */
export type ReadableFile = { name: string; mediaType: string; load: () => Promise<Blob | undefined> };

export type ToolOutcome = { content: string; isError?: true; frames?: McpFrame[] };

/** Characters of a result that are sent to the model: more would fill its context. */
const LONGEST_RESULT = 200_000;

/**
 * @param text arguments of the call, as the model wrote them
 * @param of `files`: those of the conversation
 */
export async function runTool(
  runner: ToolRunner,
  text: string,
  { files = [], now = new Date() }: { files?: readonly ReadableFile[]; now?: Date } = {},
): Promise<ToolOutcome> {
  try {
    const given: unknown = JSON.parse(text === "" ? "{}" : text);
    if (typeof given !== "object" || given === null || Array.isArray(given)) {
      throw new Error("The arguments are not a JSON object.");
    }
    const fields = given as Fields;
    if ("server" in runner) return await callServer(runner, fields);
    switch (runner.builtIn) {
      case "calculator":
        return { content: JSON.stringify(readResult(fields)) };
      case "clock":
        return { content: JSON.stringify(readClock(fields, now)) };
      case "files":
        return { content: JSON.stringify(await readFile(fields, files)) };
      case "JavaScript":
        return await runJavaScript(fields);
      default:
        throw new Error(`This page has no tool ${JSON.stringify(runner.builtIn satisfies never)}.`);
    }
  } catch (error) {
    const failed = error instanceof RequestFailed ? error.failure.message : (error as Error).message;
    return { content: failed, isError: true };
  }
}

function readResult({ expression }: Fields): Fields {
  if (typeof expression !== "string") throw new Error("`expression` must be text, such as 2 * (3 + 4).");
  return { expression, result: calculate(expression) };
}

function readClock({ zone = "UTC" }: Fields, now: Date): Fields {
  if (typeof zone !== "string") throw new Error("`zone` must be the IANA name of a time zone, such as Europe/Oslo.");
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-GB", { timeZone: zone, dateStyle: "full", timeStyle: "long" });
  } catch {
    throw new Error(`"${zone.slice(0, 100)}" is no IANA name of a time zone, such as Europe/Oslo.`);
  }
  return { zone, local: format.format(now), utc: now.toISOString() };
}

async function runJavaScript({ code }: Fields): Promise<ToolOutcome> {
  if (typeof code !== "string") throw new Error("`code` must be text, such as return 1 + 1;");
  const { runCode } = await import("./run-code.ts");
  const { error, result, lines } = await runCode(code);
  const console = lines.length > 0 ? { console: lines } : {};
  if (error !== undefined) return { content: JSON.stringify({ error, ...console }), isError: true };
  return { content: JSON.stringify({ result, ...console }) };
}

const DEFAULT_LENGTH = 20_000;

async function readFile(
  { name, start = 0, length = DEFAULT_LENGTH }: Fields,
  files: readonly ReadableFile[],
): Promise<Fields> {
  const file = files.find((entry) => entry.name === name);
  if (!file) {
    const names = files.map((entry) => JSON.stringify(entry.name)).join(", ");
    throw new Error(
      names === "" ? "This conversation has no files." : `There is no such file. The conversation has ${names}.`,
    );
  }
  if (!isTextType(file.mediaType))
    throw new Error(`${JSON.stringify(file.name)} is ${file.mediaType}; only text files can be read.`);
  if (typeof start !== "number" || typeof length !== "number") throw new Error("`start` and `length` must be numbers.");
  const text = await (await file.load())?.text();
  if (text === undefined) throw new Error(`${JSON.stringify(file.name)} is no longer stored in this browser.`);
  const from = Math.max(0, Math.floor(start));
  const end = Math.min(text.length, from + Math.min(100_000, Math.max(1, Math.floor(length))));
  return { name: file.name, start: from, characters: text.length, content: text.slice(from, end) };
}

async function callServer({ server, tool }: { server: string; tool: string }, fields: Fields): Promise<ToolOutcome> {
  const result = await callTool(server, tool, fields).catch((error) => {
    if (!asksForSignIn(error)) throw error;
    throw new Error(`The server ${nameOfServer(server)} asks the person to sign in, under Connect in the panel.`);
  });
  const content = writeContent(result).slice(0, LONGEST_RESULT);
  return { content, frames: result.frames, ...(result.is_error ? { isError: true } : {}) };
}

/** Texts of the result; other blocks are named, since results of tools are text in most APIs. */
function writeContent({ content, structured_content: structured }: McpToolResult): string {
  const texts = content.map(writeBlock).filter((text) => text !== "");
  if (texts.length > 0) return texts.join("\n\n");
  return structured === null ? "The tool returned nothing." : JSON.stringify(structured);
}
