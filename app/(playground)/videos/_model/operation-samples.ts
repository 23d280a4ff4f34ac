/**
 * Samples of `:predictLongRunning` in Python and JavaScript over plain HTTP: Google's newest SDKs make videos only with
 * Vertex, and the older ones download only from https addresses.
 */
import { getImageFileName } from "#lib/playground/images/image-file-name.ts";
import { KEY_VARIABLE } from "#lib/playground/samples/sample-text.ts";
import { predictBody, predictPath, type VideoRequest } from "#lib/playground/videos/video-request.ts";

type Sample = { request: VideoRequest; origin: string };

/** Placeholder in the body for an expression of the language. */
const HOLE = "@base64@";

export function pythonOperation({ request, origin }: Sample): string {
  return [
    ...(request.reference ? ["import base64"] : []),
    "import json",
    "import os",
    "import time",
    "import urllib.request",
    "",
    `base = "${origin}/v1beta/"`,
    `headers = {"x-goog-api-key": os.environ["${KEY_VARIABLE}"], "content-type": "application/json"}`,
    "",
    "",
    "def ask(url, body=None):",
    "    data = None if body is None else json.dumps(body).encode()",
    "    return urllib.request.urlopen(urllib.request.Request(url, data, headers))",
    "",
    "",
    `body = ${writeBody(request, (file) => `base64.b64encode(open(${file}, "rb").read()).decode()`)}`,
    `operation = json.load(ask(base + ${JSON.stringify(writePath(request))}, body))`,
    'while not operation.get("done"):',
    "    time.sleep(2)",
    '    operation = json.load(ask(base + operation["name"]))',
    'if "error" in operation:',
    '    raise SystemExit(operation["error"]["message"])',
    'with ask(operation["response"]["videoUri"]) as content, open("video.mp4", "wb") as file:',
    "    file.write(content.read())",
    "",
  ].join("\n");
}

export function javascriptOperation({ request, origin }: Sample): string {
  return [
    `import { ${request.reference ? "readFileSync, " : ""}writeFileSync } from "node:fs";`,
    "",
    `const base = "${origin}/v1beta/";`,
    `const headers = { "x-goog-api-key": process.env.${KEY_VARIABLE}, "content-type": "application/json" };`,
    "async function ask(url, body) {",
    '  const request = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };',
    "  const response = await fetch(url, request);",
    "  if (!response.ok) throw new Error(await response.text());",
    "  return response;",
    "}",
    "",
    `const body = ${writeBody(request, (file) => `readFileSync(${file}, "base64")`)};`,
    `let operation = await (await ask(base + ${JSON.stringify(writePath(request))}, body)).json();`,
    "while (!operation.done) {",
    "  await new Promise((resolve) => setTimeout(resolve, 2000));",
    "  operation = await (await ask(base + operation.name)).json();",
    "}",
    "if (operation.error) throw new Error(operation.error.message);",
    "const content = await ask(operation.response.videoUri);",
    'writeFileSync("video.mp4", Buffer.from(await content.arrayBuffer()));',
    "",
  ].join("\n");
}

const writePath = ({ model }: VideoRequest): string => predictPath(model).replace("/v1beta/", "");

/** Writes the body as JSON, which is valid in both languages. The code reads the first frame's bytes when it runs. */
function writeBody(request: VideoRequest, readFile: (file: string) => string): string {
  const { reference } = request;
  const image = reference && { mimeType: reference.mediaType, bytesBase64Encoded: HOLE };
  const json = JSON.stringify(predictBody(request, image), null, 4);
  return reference ? json.replace(`"${HOLE}"`, () => readFile(JSON.stringify(getImageFileName(reference)))) : json;
}
