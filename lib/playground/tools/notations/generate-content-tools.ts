import { type Fields, fields, fieldsList } from "#lib/playground/dialects/json-fields.ts";
import { isGoogleSchema } from "#lib/playground/json-schema/google-schema.ts";
import { readNamed, type ToolDefinition, type ToolNotation, writeExample } from "../tools.ts";

/** Hosted tools; each is an entry with its name as the field. */
const HOSTED = [
  "googleSearch",
  "googleSearchRetrieval",
  "codeExecution",
  "urlContext",
  "googleMaps",
  "fileSearch",
  "computerUse",
];

const NOTATION: Omit<ToolNotation, "example"> = {
  page: "generate-content",
  name: "Google generateContent",
  errorNote: 'Sends {"error": …} as the response',
  read(entry) {
    const names = Object.keys(entry);
    const unknown = names.find((name) => name !== "functionDeclarations" && !HOSTED.includes(name));
    if (unknown !== undefined || names.length === 0)
      return `an entry has "functionDeclarations", or a tool of Google's such as "googleSearch"${unknown ? `, not "${unknown}"` : ""}.`;
    const tools: ToolDefinition[] = [];
    if ("functionDeclarations" in entry && !Array.isArray(entry.functionDeclarations))
      return '"functionDeclarations" must be an array.';
    for (const [place, declaration] of fieldsList(entry.functionDeclarations).entries()) {
      const tool = readDeclaration(declaration, place);
      if (typeof tool === "string") return tool;
      tools.push(tool);
    }
    for (const name of names) if (HOSTED.includes(name)) tools.push({ name, raw: { [name]: entry[name] } });
    return tools;
  },
  write(raws) {
    const declarations = raws.filter((raw) => !isHosted(raw));
    const hosted = raws.filter(isHosted);
    return declarations.length === 0 ? hosted : [{ functionDeclarations: declarations }, ...hosted];
  },
  writeFunction({ name, description, schema }, before = {}) {
    const { parameters: _before, parametersJsonSchema: beforeJson, ...rest } = before;
    const google = beforeJson === undefined && isGoogleSchema(schema);
    return { ...rest, name, description, [google ? "parameters" : "parametersJsonSchema"]: schema };
  },
};

/** All functions are in one entry, and each hosted tool in its own (wire-formats §4.5). */
export const GENERATE_CONTENT_TOOLS: ToolNotation = {
  ...NOTATION,
  get example() {
    return writeExample(NOTATION);
  },
};

function readDeclaration(declaration: Fields, place: number): ToolDefinition | string {
  const field = declaration.parametersJsonSchema === undefined ? "parameters" : "parametersJsonSchema";
  if (!/^[A-Za-z_]/.test(String(declaration.name))) return `function ${place + 1}: the name begins with a letter or _.`;
  return readNamed(declaration, {
    tool: { ...declaration, name: declaration.name, schema: declaration[field] },
    schemaPath: ["functionDeclarations", place, field],
    limit: 128,
  });
}

function isHosted(raw: Fields): boolean {
  return !("name" in raw) && HOSTED.some((name) => fields(raw[name]) !== undefined);
}
