/** Writes a video request for either route (wire-formats §6.1, §6.3). */

import type { Attachment } from "../conversation/transcript.ts";
import { toDataUrl } from "../files/attachments.ts";
import type { ParameterValues } from "../parameters/parameter-definition.ts";
import { formatBytes } from "../streams/metrics.ts";
import { getPath, VIDEOS } from "./task-address.ts";
import { readSize } from "./video-task.ts";

/** `POST /v1/videos`, or `:predictLongRunning`. */
export type VideoRoute = "videos" | "operations";

/** The routes with the page's labels. */
export const VIDEO_ROUTES: readonly { value: VideoRoute; label: string }[] = [
  { value: "videos", label: "/v1/videos" },
  { value: "operations", label: ":predictLongRunning" },
];

export type VideoRequest = {
  model: string;
  prompt: string;
  /** Only the values to send; absent is unset. */
  values: ParameterValues;
  route: VideoRoute;
  /** The first frame. */
  reference?: Attachment;
  /** True when the first frame is cropped to the video's size before it is sent. */
  cut: boolean;
  /** Id of the task to remix; the prompt describes the change. */
  remixOf?: string;
};

export type SendableVideo = {
  path: string;
  body: string | FormData;
  /** The request for the inspector: files by name and size. */
  shown: string;
};

/** @param reference the bytes of the first frame, ready to send */
export async function writeVideoRequest(request: VideoRequest, reference?: Blob): Promise<SendableVideo> {
  if (request.remixOf !== undefined) return asJson(remixPath(request.remixOf), { prompt: request.prompt });
  if (request.route === "operations") {
    const image = reference && {
      mimeType: reference.type,
      bytesBase64Encoded: (await toDataUrl(reference)).replace(/^[^,]*,/, ""),
    };
    return asJson(predictPath(request.model), predictBody(request, image), (key, value) =>
      key === "bytesBase64Encoded" ? `${String(value).slice(0, 24)}… ${formatBytes(reference?.size ?? 0)}` : value,
    );
  }
  const fields = videoFields(request);
  if (!reference) return asJson(VIDEOS, fields);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append("input_reference", reference, request.reference?.name ?? "reference.png");
  const lines = [
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    `input_reference: (${request.reference?.name}, ${reference.type}, ${formatBytes(reference.size)})`,
  ];
  return {
    path: VIDEOS,
    body: form,
    shown: `POST ${VIDEOS}\ncontent-type: multipart/form-data\n\n${lines.join("\n")}`,
  };
}

function asJson(path: string, body: object, shorten?: (key: string, value: unknown) => unknown): SendableVideo {
  const shown = JSON.stringify(body, shorten, 2);
  return { path, body: JSON.stringify(body), shown: `POST ${path}\ncontent-type: application/json\n\n${shown}` };
}

export const remixPath = (id: string): string => `${getPath(id)}/remix`;

export const predictPath = (model: string): string => `/v1beta/models/${model}:predictLongRunning`;

/** Returns the body of `POST /v1/videos` without files. */
export function videoFields({ model, prompt, values }: VideoRequest): Record<string, unknown> {
  const { size, seconds } = values;
  return { model, prompt, ...(seconds === undefined ? {} : { seconds }), ...(size === undefined ? {} : { size }) };
}

export function predictBody({ prompt, values }: VideoRequest, image?: object) {
  return { instances: [{ prompt, ...(image ? { image } : {}) }], parameters: predictParameters(values) };
}

/** Returns the page's parameters under the names of Google's clients. */
function predictParameters({ size, seconds, negativePrompt, seed }: ParameterValues): Record<string, unknown> {
  const box = readSize(size);
  return {
    ...(box
      ? {
          aspectRatio: box.width > box.height ? "16:9" : "9:16",
          resolution: `${Math.min(box.width, box.height)}p`,
        }
      : {}),
    ...(seconds === undefined ? {} : { durationSeconds: Number(seconds) }),
    ...(negativePrompt === undefined ? {} : { negativePrompt }),
    ...(seed === undefined ? {} : { seed }),
  };
}
