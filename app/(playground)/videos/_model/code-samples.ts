/**
 * Writes the request in the fields as code that creates, polls and downloads: curl and the official SDKs, for either
 * route.
 */
import { getImageFileName } from "#lib/playground/images/image-file-name.ts";
import { KEY_VARIABLE, type SampleLanguage, shellQuote } from "#lib/playground/samples/sample-text.ts";
import { VIDEOS } from "#lib/playground/videos/task-address.ts";
import {
  predictBody,
  predictPath,
  remixPath,
  type VideoRequest,
  videoFields,
} from "#lib/playground/videos/video-request.ts";
import { javascriptOperation, pythonOperation } from "./operation-samples.ts";
import { javascriptVideo, pythonVideo } from "./video-samples.ts";

/** `origin`: address of the gateway, such as `http://localhost:3000`. */
export type VideoSample = { request: VideoRequest; origin: string };

/** Writes a sample. Input files are expected beside the script, named by `referenceFile`. */
export function writeVideoSample(language: SampleLanguage, sample: VideoSample): string {
  const operations = sample.request.route === "operations";
  switch (language) {
    case "curl":
      return operations ? curlOperation(sample) : curlVideo(sample);
    case "python":
      return operations ? pythonOperation(sample) : pythonVideo(sample);
    case "javascript":
      return operations ? javascriptOperation(sample) : javascriptVideo(sample);
    default:
      return language satisfies never;
  }
}

function referenceFile({ reference }: VideoRequest): string | undefined {
  return reference && getImageFileName(reference);
}

const head = (origin: string): string[] => [`BASE=${origin}`, `KEY="Authorization: Bearer $${KEY_VARIABLE}"`, ""];

function curlVideo({ request, origin }: VideoSample): string {
  const file = referenceFile(request);
  const { remixOf, prompt } = request;
  const json = (body: object) => [
    `  -H "Content-Type: application/json" \\`,
    `  -d ${shellQuote(JSON.stringify(body, null, 2))}`,
  ];
  const form = (name: string) => [
    ...Object.entries(videoFields(request)).map(
      ([field, value]) => `  --form-string ${shellQuote(`${field}=${value}`)} \\`,
    ),
    `  -F ${shellQuote(`input_reference=@${name}`)}`,
  ];
  return [
    ...head(origin),
    `curl -sS "$BASE${remixOf ? remixPath(remixOf) : VIDEOS}" -H "$KEY" -o task.json \\`,
    ...(remixOf ? json({ prompt }) : file ? form(file) : json(videoFields(request))),
    `id=$(grep -oE '"id": *"video_[0-9a-z]+"' task.json | cut -d '"' -f 4)`,
    "",
    `while curl -fsS "$BASE${VIDEOS}/\${id:?refused, see task.json}" -H "$KEY" -o task.json &&`,
    `  ! grep -qE '"status": *"(completed|failed)"' task.json; do sleep 2; done`,
    "",
    `curl -fsS "$BASE${VIDEOS}/$id/content" -H "$KEY" -o video.mp4 || cat task.json`,
    "",
  ].join("\n");
}

function curlOperation({ request, origin }: VideoSample): string {
  const file = referenceFile(request);
  const image = file && { mimeType: request.reference?.mediaType, bytesBase64Encoded: "@base64@" };
  const body = shellQuote(JSON.stringify(predictBody(request, image || undefined), null, 2));
  const create = `curl -sS "$BASE${predictPath(request.model)}" -H "$KEY" -o operation.json \\`;
  const type = `  -H "Content-Type: application/json"`;
  return [
    ...head(origin),
    ...(file
      ? [
          `printf %s ${body.replace("@base64@", `'"$(base64 < ${shellQuote(file)} | tr -d '\\n')"'`)} |`,
          `${create}\n${type} -d @-`,
        ]
      : [create, `${type} \\`, `  -d ${body}`]),
    `name=$(grep -oE 'operations/[0-9a-z]+' operation.json | head -n 1)`,
    "",
    `while curl -fsS "$BASE/v1beta/\${name:?refused, see operation.json}" -H "$KEY" -o operation.json &&`,
    `  ! grep -q '"done": *true' operation.json; do sleep 2; done`,
    "",
    `uri=$(grep -oE '"videoUri": *"[^"]+"' operation.json | cut -d '"' -f 4)`,
    `curl -fsS "$uri" -H "$KEY" -o video.mp4 || cat operation.json`,
    "",
  ].join("\n");
}
