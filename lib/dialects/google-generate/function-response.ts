/**
 * `functionResponse` ↔ the content of a tool message. `response` is always an object; by convention it has a plain
 * result under `output` and a failure under `error` (wire-formats §4.3).
 */
import type { FileContent, TextContent, UserContent } from "#lib/canonical/call.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import type { GoogleAnswerPart, GoogleFunctionResponse } from "#lib/contract/google-generate/wire.ts";
import { parseObject, readPart, writeFile } from "./content-parts.ts";
import { DIALECT } from "./dialect-id.ts";

type Fields = Record<string, unknown>;
export type ToolResult = {
  content: string | UserContent[];
  isError?: boolean | undefined;
  /** Fields of the function response that have no place in a message. */
  rest?: Fields | undefined;
  /** The original `response`, if the content does not determine it. */
  exact?: Fields | undefined;
};

const FIELDS = new Set(["id", "name", "response", "parts"]);

export function readFunctionResponse(wire: GoogleFunctionResponse): ToolResult {
  const { response, parts } = wire;
  const isError = response.error != null && response.output === undefined;
  const text = readResponse(response);
  const rest = pickUnknownFields(DIALECT, wire, FIELDS)?.[DIALECT];
  const isPlain = JSON.stringify(writeResponse(text, isError)) === JSON.stringify(response);
  const files = (parts ?? []).map((part) => readPart(part as GoogleAnswerPart, () => "") as UserContent);
  return {
    content: files.length > 0 ? [{ type: "text", text }, ...files] : text,
    ...(isError ? { isError } : {}),
    ...(rest ? { rest } : {}),
    ...(isPlain ? {} : { exact: response }),
  };
}

function readResponse(response: Fields): string {
  const [only, ...others] = Object.keys(response);
  const value = only !== undefined && others.length === 0 ? response[only] : undefined;
  if ((only === "output" || only === "error") && typeof value === "string") return value;
  return JSON.stringify(response);
}

export function writeFunctionResponse({ content, isError, rest, exact }: ToolResult): Fields {
  const contents = typeof content === "string" ? [] : content;
  const text =
    typeof content === "string"
      ? content
      : contents
          .filter((part): part is TextContent => part.type === "text")
          .map((part) => part.text)
          .join("\n");
  const files = contents.filter((part): part is FileContent => part.type === "file");
  return {
    response: exact ?? writeResponse(text, isError === true),
    ...(files.length > 0 ? { parts: files.map((file) => writeFile(file, file.vendor?.[DIALECT])) } : {}),
    ...rest,
  };
}

function writeResponse(text: string, isError: boolean): Fields {
  const object = parseObject(text);
  if (!isError) return object ?? { output: text };
  return object && "error" in object ? object : { error: text };
}
