/** `POST /v1/files`: a form with a file, as OpenAI's and Anthropic's clients send it. */
import { z } from "zod";
import { queryNumber } from "#lib/contract/wire-schema.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { countChunks, uploadChunks } from "#lib/gateway/request/upload-body.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";
import { type PartHeaders, readMultipart, readPartText } from "#lib/media/read-multipart.ts";
import type { ReceivedBlob } from "#lib/media/uploaded-file.ts";
import { toAnthropicFile, toOpenAiFile } from "./file-shapes.ts";
import type { FilesContext } from "./files-context.ts";

const FILE_FIELD = "file";
const LARGEST_FIELD = 65_536;

/** Fields beside the file itself. */
export const openAiFields = z.object({
  purpose: z.enum(["assistants", "batch", "fine-tune", "vision", "user_data", "evals"]).describe("What it is for."),
  "expires_after[anchor]": z.literal("created_at").optional(),
  "expires_after[seconds]": queryNumber(3_600, 2_592_000)
    .optional()
    .describe("Seconds until it is removed, counted from the anchor."),
});

export async function createFile(context: FilesContext): Promise<EndpointResponse> {
  const { services, owner, convention } = context;
  const { files } = services;
  // The form is slightly longer than its file, so this early check refuses only files that cannot fit.
  await files.requireRoom(owner, 1);
  const { blob, headers, fields } = await receiveForm(context);
  const description = { filename: headers.filename, declaredType: headers.contentType };
  if (convention === "anthropic")
    return createJsonResponse(toAnthropicFile(await files.register(blob, owner, description)));
  try {
    const wanted = validate(openAiFields, fields);
    const seconds = wanted["expires_after[seconds]"];
    if ((seconds === undefined) !== (wanted["expires_after[anchor]"] === undefined)) {
      throw errors.expiresAfterIncomplete();
    }
    const lifetimeMs = seconds === undefined ? undefined : seconds * 1_000;
    const file = await files.register(blob, owner, { ...description, purpose: wanted.purpose, lifetimeMs });
    return createJsonResponse(toOpenAiFile(file));
  } catch (error) {
    await files.discard(blob);
    throw error;
  }
}

type ReceivedForm = { blob: ReceivedBlob; headers: PartHeaders; fields: Record<string, string> };

/** @throws GatewayError 400, 413; nothing of the file remains then */
async function receiveForm({ request, services, log }: FilesContext): Promise<ReceivedForm> {
  const { files } = services;
  const fields: Record<string, string> = {};
  let received: { headers: PartHeaders; blob?: ReceivedBlob } | undefined;
  try {
    await readMultipart({
      contentType: String(request.headers["content-type"] ?? ""),
      chunks: countChunks(uploadChunks(request, files.limit), (bytes) => {
        log.requestBytes += bytes;
      }),
      async onPart(headers, bytes) {
        const { name, filename } = headers;
        if (name === undefined) throw errors.formPartWithoutName();
        if (name !== FILE_FIELD && filename === undefined) {
          fields[name] = await readPartText(bytes, LARGEST_FIELD);
          return;
        }
        if (name !== FILE_FIELD) throw errors.formFileInOtherField({ param: name.slice(0, 100), fields: [FILE_FIELD] });
        if (filename === undefined) throw errors.formFieldNotFile({ field: FILE_FIELD, param: FILE_FIELD });
        if (received) throw errors.formFieldRepeated({ param: FILE_FIELD });
        received = { headers };
        received.blob = await files.receive(bytes);
      },
    });
    if (received?.blob) return { blob: received.blob, headers: received.headers, fields };
    throw errors.formWithoutFile({ fields: Object.keys(fields) });
  } catch (error) {
    if (received?.blob) await files.discard(received.blob);
    throw error;
  }
}
