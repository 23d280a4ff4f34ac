/** Tools and tool choice on the wire (wire-formats §4.2, §4.5). */
import type { Tool, ToolChoice } from "#lib/canonical/call.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import type { GoogleRequest, GoogleTool } from "#lib/contract/google-generate/wire.ts";
import { DIALECT } from "./dialect-id.ts";
import { getExactForm, withExactForm } from "./exact-form.ts";
import { fromGoogleSchema } from "./from-google-schema.ts";
import { isEmptyObject, toGoogleSchema } from "./to-google-schema.ts";

type Fields = Record<string, unknown>;

const DECLARATION_FIELDS = new Set(["name", "description", "parameters", "parametersJsonSchema"]);

/** Reads tools; one element may have several: functions, and others by their names. */
export function readTools(tools: GoogleTool[]): Tool[] {
  return tools.flatMap(({ functionDeclarations = [], ...others }) => [
    ...functionDeclarations.map((declaration): Tool => {
      const { name, description, parameters, parametersJsonSchema } = declaration;
      const schema = parameters ? fromGoogleSchema(parameters) : parametersJsonSchema;
      // Each field can express schemas that the other cannot.
      const exact = parameters ? { parameters } : schema === undefined ? undefined : { parametersJsonSchema: schema };
      const vendor = withExactForm(pickUnknownFields(DIALECT, declaration, DECLARATION_FIELDS), exact);
      return {
        kind: "function",
        name,
        ...(description !== undefined ? { description } : {}),
        ...(schema !== undefined ? { parameters: schema } : {}),
        ...(vendor ? { vendor } : {}),
      };
    }),
    ...Object.entries(others).map(
      ([name, value]): Tool => ({ kind: "hosted", dialect: DIALECT, name, value: { [name]: value } }),
    ),
  ]);
}

/** Writes tools; consecutive functions become one element. */
export function writeTools(tools: Tool[], dropped: string[]): Fields[] {
  const written: Fields[] = [];
  let declarations: Fields[] | undefined;
  for (const [index, tool] of tools.entries()) {
    if (tool.kind === "function") {
      if (!declarations) {
        declarations = [];
        written.push({ functionDeclarations: declarations });
      }
      declarations.push(writeDeclaration(tool, `tools[${index}]`, dropped));
    } else if (tool.kind === "hosted" && tool.dialect === DIALECT) {
      declarations = undefined;
      written.push(tool.value);
    } else dropped.push(`tools.${tool.name}`);
  }
  return written;
}

function writeDeclaration(tool: Tool & { kind: "function" }, path: string, dropped: string[]): Fields {
  const { name, description, parameters, strict } = tool;
  const exact = getExactForm(tool.vendor);
  const declaration: Fields = { name, ...(description !== undefined ? { description } : {}) };
  if (strict) dropped.push(`${path}.strict`);
  // The API refuses an object without properties; no schema means the same.
  if (!exact && parameters !== undefined && !isEmptyObject(parameters)) {
    const { schema, json } = toGoogleSchema(parameters, `${path}.parameters`, dropped);
    if (schema) declaration.parameters = schema;
    else if (json) declaration.parametersJsonSchema = json;
  }
  return { ...declaration, ...exact, ...tool.vendor?.[DIALECT] };
}

type CallingConfig = { mode?: string | undefined; allowedFunctionNames?: string[] | undefined };

export function readToolChoice(toolConfig: GoogleRequest["toolConfig"]): ToolChoice | undefined {
  const { mode, allowedFunctionNames: names = [] }: CallingConfig = toolConfig?.functionCallingConfig ?? {};
  const [only, ...others] = names;
  switch (mode) {
    case "NONE":
      return { mode: "none" };
    case "AUTO":
      return { mode: "auto" };
    case "ANY":
      if (only === undefined) return { mode: "required" };
      return others.length === 0
        ? { mode: "tool", name: only, kind: "function" }
        : { mode: "allowed", require: true, names };
    case "VALIDATED":
      return names.length > 0 ? { mode: "allowed", require: false, names } : { mode: "auto" };
    default:
      return undefined;
  }
}

export function writeToolChoice(choice: ToolChoice): { functionCallingConfig: CallingConfig } {
  return { functionCallingConfig: writeCallingConfig(choice) };
}

function writeCallingConfig(choice: ToolChoice): CallingConfig {
  switch (choice.mode) {
    case "none":
      return { mode: "NONE" };
    case "auto":
      return { mode: "AUTO" };
    case "required":
      return { mode: "ANY" };
    case "tool":
      return { mode: "ANY", allowedFunctionNames: [choice.name] };
    case "allowed":
      // AUTO does not look at the names.
      return { mode: choice.require ? "ANY" : "VALIDATED", allowedFunctionNames: choice.names };
    default:
      return choice satisfies never;
  }
}
