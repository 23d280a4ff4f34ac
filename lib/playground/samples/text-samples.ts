/** The request of a text page as code: curl, and the dialect's official SDK in Python and JavaScript. */

import type { TextRequest } from "../dialects/text-dialect.ts";
import type { SampleSdk } from "./sample-sdk.ts";
import { KEY_VARIABLE, pythonLiteral, type SampleLanguage, shellQuote } from "./sample-text.ts";
import { type SampleApi, TEXT_SDKS } from "./text-sdks.ts";

type Sample = { request: TextRequest; page: SampleApi; origin: string };

/** @param sample `page` whose API it calls; `origin` of the gateway, such as `http://localhost:3000` */
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
export function writeCurl({ request: { path, headers = {}, body }, origin }: Omit<Sample, "page">): string {
  return [
    `curl -N ${origin}${path}`,
    `  -H "Authorization: Bearer $${KEY_VARIABLE}"`,
    `  -H "Content-Type: application/json"`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${shellQuote(`${name}: ${value}`)}`),
    `  -d ${shellQuote(JSON.stringify(body, null, 2))}`,
  ].join(" \\\n");
}

function python({ request, page, origin }: Sample): string {
  const sdk = TEXT_SDKS[page];
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

function javascript({ request, page, origin }: Sample): string {
  const sdk = TEXT_SDKS[page];
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
