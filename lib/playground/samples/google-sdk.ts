/** Google's Gen AI SDK, for the code samples. It takes the body's separate fields together as one config. */
import { type Fields, fields } from "../dialects/json-fields.ts";
import type { TextRequest } from "../dialects/text-dialect.ts";
import type { SampleSdk, SdkBeginning } from "./sample-sdk.ts";

const PYTHON: Omit<SdkBeginning, "method"> = {
  imports: ["from google import genai"],
  client: (origin, key) => `genai.Client(api_key=${key}, http_options={"base_url": "${origin}"})`,
};
const JAVASCRIPT: Omit<SdkBeginning, "method"> = {
  imports: ['import { GoogleGenAI } from "@google/genai";'],
  client: (origin, key) => `new GoogleGenAI({ apiKey: ${key}, httpOptions: { baseUrl: "${origin}" } })`,
};

/** The Interactions API takes the body's fields as they are. */
export const INTERACTIONS_SDK: SampleSdk = {
  python: { ...PYTHON, method: "interactions.create" },
  javascript: { ...JAVASCRIPT, method: "interactions.create" },
  printPython: [
    'if event.event_type == "step.delta" and event.delta.type == "text":',
    '    print(event.delta.text, end="", flush=True)',
  ],
  printJavascript: [
    'if (event.event_type === "step.delta" && event.delta.type === "text") process.stdout.write(event.delta.text);',
  ],
};

export const GOOGLE_SDK: SampleSdk = {
  python: { ...PYTHON, method: "models.generate_content_stream" },
  javascript: { ...JAVASCRIPT, method: "models.generateContentStream" },
  writeArguments(request, language) {
    const { contents, generationConfig, ...settings } = request.body;
    const config = { ...fields(generationConfig), ...settings };
    const given = {
      model: readModelName(request),
      contents,
      ...(Object.keys(config).length === 0 ? {} : { config }),
    };
    return language === "python" ? (inSnakeCase(given) as Fields) : given;
  },
  printPython: ['print(event.text or "", end="", flush=True)'],
  printJavascript: ['process.stdout.write(event.text ?? "");'],
};

/** Returns the model, which is in the path. */
function readModelName({ path }: TextRequest): string {
  const [, model = ""] = /\/models\/(.*):streamGenerateContent/.exec(path) ?? [];
  return model.split("/").map(decodeURIComponent).join("/");
}

/** Fields whose contents have names chosen by the caller: these keep their case. */
const OF_THE_CALLER = new Set(["args", "response", "parametersJsonSchema", "responseJsonSchema", "labels"]);

function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  const given = fields(value);
  if (!given) return value;
  return Object.fromEntries(
    Object.entries(given).map(([name, entry]) => {
      const written = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      if (OF_THE_CALLER.has(name)) return [written, entry];
      return [
        written,
        name === "parameters" || name === "responseSchema" ? schemaInSnakeCase(entry) : inSnakeCase(entry),
      ];
    }),
  );
}

/** Converts a schema's keywords to snake_case, but not the names of its properties. */
function schemaInSnakeCase(schema: unknown): unknown {
  const { properties, ...rest } = fields(schema) ?? {};
  const written = Object.fromEntries(
    Object.entries(rest).map(([name, entry]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      name === "items"
        ? schemaInSnakeCase(entry)
        : name === "anyOf" && Array.isArray(entry)
          ? entry.map(schemaInSnakeCase)
          : entry,
    ]),
  );
  const named = Object.entries(fields(properties) ?? {}).map(([name, entry]) => [name, schemaInSnakeCase(entry)]);
  return { ...written, ...(properties === undefined ? {} : { properties: Object.fromEntries(named) }) };
}
