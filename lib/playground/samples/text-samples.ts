/** The request of a text page as code: curl, and the dialect's official SDK in Python and JavaScript. */

import type { SampleSdk, TextRequest } from "../dialects/text-dialect.ts";
import { KEY_VARIABLE, pythonLiteral, type SampleLanguage, shellQuote } from "./sample-text.ts";

/**
 * Returns the SDK of a package whose client is a class with a base URL, in both languages; the method has one name in
 * both.
 */
export function sdkOf({
  python,
  javascript,
  client,
  basePath,
  method,
}: {
  /** Name of the Python package. */
  python: string;
  javascript: string;
  client: string;
  /** Path of the base URL, after the gateway's origin. */
  basePath: string;
  method: string;
}): Pick<SampleSdk, "python" | "javascript"> {
  return {
    python: {
      imports: [`from ${python} import ${client}`],
      client: (origin, key) => `${client}(base_url="${origin}${basePath}", api_key=${key})`,
      method,
    },
    javascript: {
      imports: [`import ${client} from "${javascript}";`],
      client: (origin, key) => `new ${client}({ baseURL: "${origin}${basePath}", apiKey: ${key} })`,
      method,
    },
  };
}

export const openaiSdk = (method: string) =>
  sdkOf({ python: "openai", javascript: "openai", client: "OpenAI", basePath: "/v1", method });

type Sample = { request: TextRequest; sdk: SampleSdk; origin: string };

/** @param sample `origin` of the gateway, such as `http://localhost:3000` */
export function writeTextSample(language: SampleLanguage, sample: Sample): string {
  switch (language) {
    case "curl":
      return writeCurl(sample);
    case "python":
      return python(sample);
    case "javascript":
      return javascript(sample);
    default:
      return language satisfies never;
  }
}

/** Writes the request for a shell, without an SDK. */
export function writeCurl({ request: { path, headers = {}, body }, origin }: Omit<Sample, "sdk">): string {
  return [
    `curl -N ${origin}${path}`,
    `  -H "Authorization: Bearer $${KEY_VARIABLE}"`,
    `  -H "Content-Type: application/json"`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${shellQuote(`${name}: ${value}`)}`),
    `  -d ${shellQuote(JSON.stringify(body, null, 2))}`,
  ].join(" \\\n");
}

function python({ request, sdk, origin }: Sample): string {
  const { imports, client, method } = sdk.python;
  return [
    "import os",
    "",
    ...imports,
    "",
    `client = ${client(origin, `os.environ["${KEY_VARIABLE}"]`)}`,
    "",
    `stream = client.${method}(`,
    ...Object.entries(writeArguments(sdk, request, "python")).map(
      ([name, value]) => `    ${name}=${pythonLiteral(value, 4)},`,
    ),
    ")",
    "for event in stream:",
    ...sdk.printPython.map((line) => `    ${line}`),
    "",
  ].join("\n");
}

function javascript({ request, sdk, origin }: Sample): string {
  const { imports, client, method } = sdk.javascript;
  return [
    ...imports,
    "",
    `const client = ${client(origin, `process.env.${KEY_VARIABLE}`)};`,
    "",
    `const stream = await client.${method}(${JSON.stringify(writeArguments(sdk, request, "javascript"), null, 2)});`,
    "for await (const event of stream) {",
    ...sdk.printJavascript.map((line) => `  ${line}`),
    "}",
    "",
  ].join("\n");
}

const writeArguments = (sdk: SampleSdk, request: TextRequest, language: "python" | "javascript") =>
  sdk.writeArguments?.(request, language) ?? request.body;
