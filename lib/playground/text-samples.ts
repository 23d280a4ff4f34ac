/** The request of a text page as code: curl, and the dialect's official SDK in Python and JavaScript. */
import { KEY_VARIABLE, pythonLiteral, type SampleLanguage, shellQuote } from "./sample-text.ts";
import type { SampleSdk, TextRequest } from "./text-dialect.ts";

export const OPENAI_SDK = {
  python: { module: "openai", client: "OpenAI" },
  javascript: { module: "openai", client: "OpenAI" },
  basePath: "/v1",
};

type Sample = { request: TextRequest; sdk: SampleSdk; origin: string };

/** @param sample `origin` of the gateway, such as `http://localhost:3000` */
export function writeTextSample(language: SampleLanguage, sample: Sample): string {
  switch (language) {
    case "curl":
      return curl(sample);
    case "python":
      return python(sample);
    case "javascript":
      return javascript(sample);
    default:
      return language satisfies never;
  }
}

function curl({ request: { path, headers = {}, body }, origin }: Sample): string {
  return [
    `curl -N ${origin}${path}`,
    `  -H "Authorization: Bearer $${KEY_VARIABLE}"`,
    `  -H "Content-Type: application/json"`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${shellQuote(`${name}: ${value}`)}`),
    `  -d ${shellQuote(JSON.stringify(body, null, 2))}`,
  ].join(" \\\n");
}

function python({ request: { body }, sdk, origin }: Sample): string {
  const { module, client } = sdk.python;
  return [
    "import os",
    "",
    `from ${module} import ${client}`,
    "",
    `client = ${client}(base_url="${origin}${sdk.basePath}", api_key=os.environ["${KEY_VARIABLE}"])`,
    "",
    `stream = client.${sdk.method}(`,
    ...Object.entries(body).map(([name, value]) => `    ${name}=${pythonLiteral(value, 4)},`),
    ")",
    "for event in stream:",
    ...sdk.printPython.map((line) => `    ${line}`),
    "",
  ].join("\n");
}

function javascript({ request: { body }, sdk, origin }: Sample): string {
  const { module, client } = sdk.javascript;
  return [
    `import ${client} from "${module}";`,
    "",
    `const client = new ${client}({ baseURL: "${origin}${sdk.basePath}", apiKey: process.env.${KEY_VARIABLE} });`,
    "",
    `const stream = await client.${sdk.method}(${JSON.stringify(body, null, 2)});`,
    "for await (const event of stream) {",
    ...sdk.printJavascript.map((line) => `  ${line}`),
    "}",
    "",
  ].join("\n");
}
