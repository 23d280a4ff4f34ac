/** Samples of `POST /v1/videos` with OpenAI's SDKs. */
import { getImageFileName } from "#lib/playground/images/image-file-name.ts";
import { KEY_VARIABLE, pythonLiteral } from "#lib/playground/samples/sample-text.ts";
import { type VideoRequest, videoFields } from "#lib/playground/videos/video-request.ts";

type Sample = { request: VideoRequest; origin: string };

export function pythonVideo({ request, origin }: Sample): string {
  const { remixOf, prompt, reference } = request;
  const create = remixOf
    ? [
        `video = client.videos.remix(${JSON.stringify(remixOf)}, prompt=${pythonLiteral(prompt)})`,
        "video = client.videos.poll(video.id)",
      ]
    : [
        "video = client.videos.create_and_poll(",
        ...Object.entries(videoFields(request)).map(([name, value]) => `    ${name}=${pythonLiteral(value)},`),
        ...(reference ? [`    input_reference=open(${JSON.stringify(getImageFileName(reference))}, "rb"),`] : []),
        ")",
      ];
  return [
    "import os",
    "",
    "from openai import OpenAI",
    "",
    `client = OpenAI(base_url="${origin}/v1", api_key=os.environ["${KEY_VARIABLE}"])`,
    ...create,
    'if video.status != "completed":',
    "    raise SystemExit(video.error.message)",
    'client.videos.download_content(video.id).write_to_file("video.mp4")',
    "",
  ].join("\n");
}

export function javascriptVideo({ request, origin }: Sample): string {
  const { remixOf, prompt, reference } = request;
  const create = remixOf
    ? [`let video = await client.videos.remix(${JSON.stringify(remixOf)}, { prompt: ${JSON.stringify(prompt)} });`]
    : [
        "let video = await client.videos.create({",
        ...Object.entries(videoFields(request)).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`),
        ...(reference ? [`  input_reference: createReadStream(${JSON.stringify(getImageFileName(reference))}),`] : []),
        "});",
      ];
  return [
    `import { ${reference && !remixOf ? "createReadStream, " : ""}writeFileSync } from "node:fs";`,
    'import OpenAI from "openai";',
    "",
    `const client = new OpenAI({ baseURL: "${origin}/v1", apiKey: process.env.${KEY_VARIABLE} });`,
    ...create,
    'while (video.status !== "completed" && video.status !== "failed") {',
    "  await new Promise((resolve) => setTimeout(resolve, 2000));",
    "  video = await client.videos.retrieve(video.id);",
    "}",
    'if (video.status === "failed") throw new Error(video.error?.message);',
    "const content = await client.videos.downloadContent(video.id);",
    'writeFileSync("video.mp4", Buffer.from(await content.arrayBuffer()));',
    "",
  ].join("\n");
}
