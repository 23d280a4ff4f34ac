/** Writes the request in the fields as code: curl, and the official SDKs for Python and JavaScript. */
import { findImageModelRules } from "#lib/contract/openai-images/model-rules.ts";
import { getImageFileName } from "#lib/playground/images/image-file-name.ts";
import { getOperation, type ImageRequest } from "#lib/playground/images/image-job.ts";
import { EDITS, GENERATIONS, listImageFields } from "#lib/playground/images/image-request.ts";
import { KEY_VARIABLE, pythonLiteral, type SampleLanguage, shellQuote } from "#lib/playground/samples/sample-text.ts";

type Sample = { request: ImageRequest; origin: string };

/** @param origin address of the gateway, such as `http://localhost:3000` */
export function writeSample(language: SampleLanguage, sample: Sample): string {
  switch (language) {
    case "curl":
      return getOperation(sample.request) === "edit" ? curlEdit(sample) : curlGenerate(sample);
    case "python":
      return python(sample);
    case "javascript":
      return javascript(sample);
    default:
      return language satisfies never;
  }
}

function curlGenerate({ request, origin }: Sample): string {
  return [
    `curl ${origin}${GENERATIONS}`,
    `  -H "Authorization: Bearer $${KEY_VARIABLE}"`,
    `  -H "Content-Type: application/json"`,
    `  -d ${shellQuote(JSON.stringify(listImageFields(request), null, 2))}`,
  ].join(" \\\n");
}

function curlEdit({ request, origin }: Sample): string {
  return [
    `curl ${origin}${EDITS}`,
    `  -H "Authorization: Bearer $${KEY_VARIABLE}"`,
    ...Object.entries(listImageFields(request)).map(
      ([name, value]) => `  --form-string ${shellQuote(`${name}=${value}`)}`,
    ),
    ...request.sources.map((source) => `  -F ${shellQuote(`image[]=@${getImageFileName(source)}`)}`),
    ...(request.mask ? ["  -F 'mask=@mask.png'"] : []),
  ].join(" \\\n");
}

function python({ request, origin }: Sample): string {
  const edit = getOperation(request) === "edit";
  const files = request.sources.map((source) => `open(${JSON.stringify(getImageFileName(source))}, "rb")`);
  const fields = [
    ...Object.entries(listImageFields(request)).map(([name, value]) => `${name}=${pythonLiteral(value)}`),
    ...(edit ? [`image=[${files.join(", ")}]`] : []),
    ...(request.mask ? ['mask=open("mask.png", "rb")'] : []),
  ];
  const call = `client.images.${edit ? "edit" : "generate"}(\n${fields.map((field) => `    ${field},\n`).join("")})`;
  const addresses = returnsUrls(request);
  const head = [
    ...(addresses ? [] : ["import base64"]),
    "import os",
    "",
    "from openai import OpenAI",
    "",
    `client = OpenAI(base_url="${origin}/v1", api_key=os.environ["${KEY_VARIABLE}"])`,
  ];
  const save = (data: string, name: string) => `open(${name}, "wb").write(base64.b64decode(${data}))`;
  const tail = request.values.stream
    ? [
        `stream = ${call}`,
        "for event in stream:",
        "    print(event.type)",
        '    if event.type.endswith(".completed"):',
        `        ${save("event.b64_json", `"image.${getFormat(request)}"`)}`,
      ]
    : [
        `result = ${call}`,
        "for index, image in enumerate(result.data):",
        addresses
          ? "    print(image.url)"
          : `    ${save("image.b64_json", `f"image-{index + 1}.${getFormat(request)}"`)}`,
      ];
  return [...head, ...tail, ""].join("\n");
}

function javascript({ request, origin }: Sample): string {
  const edit = getOperation(request) === "edit";
  const files = request.sources.map((source) => `createReadStream(${JSON.stringify(getImageFileName(source))})`);
  const fields = [
    ...Object.entries(listImageFields(request)).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ...(edit ? [`image: [${files.join(", ")}]`] : []),
    ...(request.mask ? ['mask: createReadStream("mask.png")'] : []),
  ];
  const call = `client.images.${edit ? "edit" : "generate"}({\n${fields.map((field) => `  ${field},\n`).join("")}})`;
  const addresses = returnsUrls(request);
  const imports = [...(edit ? ["createReadStream"] : []), ...(addresses ? [] : ["writeFileSync"])];
  const head = [
    ...(imports.length > 0 ? [`import { ${imports.join(", ")} } from "node:fs";`] : []),
    'import OpenAI from "openai";',
    "",
    `const client = new OpenAI({ baseURL: "${origin}/v1", apiKey: process.env.${KEY_VARIABLE} });`,
  ];
  const save = (data: string, name: string) => `writeFileSync(${name}, Buffer.from(${data}, "base64"));`;
  const tail = request.values.stream
    ? [
        `const stream = await ${call};`,
        "for await (const event of stream) {",
        "  console.log(event.type);",
        `  if (event.type.endsWith(".completed")) ${save("event.b64_json", `"image.${getFormat(request)}"`)}`,
        "}",
      ]
    : [
        `const result = await ${call};`,
        "for (const [index, image] of result.data.entries()) {",
        addresses
          ? "  console.log(image.url);"
          : `  ${save("image.b64_json", `\`image-\${index + 1}.${getFormat(request)}\``)}`,
        "}",
      ];
  return [...head, ...tail, ""].join("\n");
}

/**
 * Returns whether the response has URLs. Models with a `response_format` default to URLs; the others always return
 * bytes.
 */
function returnsUrls(request: ImageRequest): boolean {
  const { model, values } = request;
  if (values.response_format !== undefined) return values.response_format === "url";
  const rules = findImageModelRules(model)?.operations[getOperation(request)];
  return rules?.fields.response_format !== undefined;
}

function getFormat({ values }: ImageRequest): string {
  return String(values.output_format ?? "png").replace("jpeg", "jpg");
}
