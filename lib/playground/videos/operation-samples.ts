/** `:predictLongRunning` with Google's SDKs. They download files of https addresses only, so the samples do it themselves. */
import { fileNameOf } from "../images/image-request.ts";
import { KEY_VARIABLE, pythonLiteral } from "../sample-text.ts";
import { predictParameters, type VideoRequest } from "./video-request.ts";

type Sample = { request: VideoRequest; origin: string };

export function pythonOperation({ request, origin }: Sample): string {
  const { model, prompt, values, reference } = request;
  // The SDK has a seed for Vertex alone.
  const { seed, ...parameters } = predictParameters(values);
  const config = Object.entries(parameters).map(([name, value]) => `${toSnakeCase(name)}=${pythonLiteral(value)}`);
  if (seed !== undefined) config.push(`http_options=types.HttpOptions(extra_body={"parameters": {"seed": ${seed}}})`);
  return [
    "import os",
    "import time",
    "import urllib.request",
    "",
    "from google import genai",
    "from google.genai import types",
    "",
    `key = os.environ["${KEY_VARIABLE}"]`,
    `client = genai.Client(api_key=key, http_options=types.HttpOptions(base_url="${origin}"))`,
    "operation = client.models.generate_videos(",
    `    model=${JSON.stringify(model)},`,
    `    prompt=${pythonLiteral(prompt)},`,
    ...(reference ? [`    image=types.Image.from_file(location=${JSON.stringify(fileNameOf(reference))}),`] : []),
    "    config=types.GenerateVideosConfig(",
    ...config.map((line) => `        ${line},`),
    "    ),",
    ")",
    "while not operation.done:",
    "    time.sleep(2)",
    "    operation = client.operations.get(operation)",
    "if operation.error:",
    "    raise SystemExit(operation.error)",
    "uri = operation.response.generated_videos[0].video.uri",
    'request = urllib.request.Request(uri, headers={"x-goog-api-key": key})',
    'with urllib.request.urlopen(request) as content, open("video.mp4", "wb") as file:',
    "    file.write(content.read())",
    "",
  ].join("\n");
}

export function javascriptOperation({ request, origin }: Sample): string {
  const { model, prompt, values, reference } = request;
  const parameters = Object.entries(predictParameters(values));
  const file = reference && JSON.stringify(fileNameOf(reference));
  return [
    `import { ${file ? "readFileSync, " : ""}writeFileSync } from "node:fs";`,
    'import { GoogleGenAI } from "@google/genai";',
    "",
    `const apiKey = process.env.${KEY_VARIABLE};`,
    `const client = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: "${origin}" } });`,
    "let operation = await client.models.generateVideos({",
    `  model: ${JSON.stringify(model)},`,
    `  prompt: ${JSON.stringify(prompt)},`,
    ...(file
      ? [`  image: { imageBytes: readFileSync(${file}).toString("base64"), mimeType: "${reference?.mediaType}" },`]
      : []),
    `  config: {${parameters.map(([name, value]) => ` ${name}: ${JSON.stringify(value)}`).join(",")} },`,
    "});",
    "while (!operation.done) {",
    "  await new Promise((resolve) => setTimeout(resolve, 2000));",
    "  operation = await client.operations.getVideosOperation({ operation });",
    "}",
    "if (operation.error) throw new Error(operation.error.message);",
    "const { uri } = operation.response.generatedVideos[0].video;",
    'const content = await fetch(uri, { headers: { "x-goog-api-key": apiKey } });',
    'writeFileSync("video.mp4", Buffer.from(await content.arrayBuffer()));',
    "",
  ].join("\n");
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
