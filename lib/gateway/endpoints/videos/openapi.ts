/** OpenAPI operations of `/v1/videos`. */

import { z } from "zod";
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import { VIDEO_MODELS } from "#lib/contract/openai-videos/model-rules.ts";
import { remixRequest, videoFields, videoRequest } from "#lib/contract/openai-videos/wire.ts";
import { videoDeleted, videoList, videoTask } from "#lib/dialects/openai-videos/reply-schema.ts";
import { byteParameters, byteReplies } from "#lib/openapi/byte-parts.ts";
import { describeQueryParameters } from "#lib/openapi/describe-query-parameters.ts";
import { FORM_ERRORS, JSON_ERRORS, KEY_ERRORS, MODEL_ERRORS, READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation, Parameter } from "#lib/openapi/operation.ts";
import { example, fileBytes, json, MODEL_HEADERS, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";
import { queuedVideo } from "#lib/openapi/reply-examples.ts";
import { videosQuery } from "./read-videos.ts";
import { contentQuery } from "./video-content.ts";

const videoId = pathParameter("video_id", "The task's id, or the name of its operation.", "video_0123");

export const idempotencyKey: Parameter = {
  name: "idempotency-key",
  in: "header",
  description: "For 24 hours, requests with the same key return the same task.",
  schema: z.string().min(1).max(255),
};

/** Errors of creating a video in either API. */
export const CREATE_ERRORS: readonly ErrorName[] = [
  ...KEY_ERRORS,
  ...JSON_ERRORS,
  ...FORM_ERRORS,
  ...MODEL_ERRORS,
  "modelMakesNoVideos",
  "promptTooLong",
  "videoValueNotTaken",
  "videoSizeNotTaken",
  "videoSizeInvalid",
  "videoSecondsInvalid",
  "formFileEmpty",
  "formFileTooLarge",
  "imageUnreadable",
  "imageTooManyPixels",
  "imageAnimated",
  "imageTypeNotTaken",
  "imageBytesTooMany",
  "imageUrlRemote",
  "gcsImageNotFetched",
  "imageFileNotFound",
  "base64Invalid",
  "base64Empty",
  "tooManyVideoTasks",
  "idempotencyKeyInvalid",
  "idempotencyKeyReused",
  "quotaOfItemsExceeded",
  "quotaOfBytesExceeded",
];

const CONTENT_ERRORS: readonly ErrorName[] = [
  ...READ_ERRORS,
  "videoNotFound",
  "videoNotFinished",
  "videoFailed",
  "videoExpired",
  "stillsExpired",
  "stillNotAvailable",
];

const takes = Object.values(VIDEO_MODELS)
  .map(
    ({ name, sizes, seconds, defaultSize, defaultSeconds }) =>
      `\`${name}\` takes sizes ${sizes.join(" and ")} (${defaultSize} when absent) and ${seconds.join(", ")} seconds (${defaultSeconds} when absent).`,
  )
  .join(" ");

const task = (description: string, name: string) => ({
  200: {
    description,
    headers: MODEL_HEADERS,
    content: json(videoTask, { [name]: example("The task as it begins", queuedVideo) }),
  },
});

export const createVideo: Operation = {
  id: "createVideo",
  tag: TAGS.videos,
  summary: "Create a video",
  description: `Returns a task at once, which runs in the background. ${takes} A provider's own models get the values as you send them. In a form, the first frame is a file.`,
  key: "bearer",
  isCall: true,
  parameters: [idempotencyKey],
  body: {
    ...json(videoRequest.meta({ id: "VideoRequest" }), {
      lighthouse: example("A video", {
        model: "video-model-a",
        prompt: "A lighthouse at dusk, waves rolling in",
        seconds: "4",
        size: "1280x720",
      }),
    }),
    "multipart/form-data": {
      schema: videoFields.extend({ input_reference: fileBytes.optional() }).meta({ id: "VideoForm" }),
    },
  },
  replies: task("The task, which is queued or in progress.", "lighthouse"),
  errors: CREATE_ERRORS,
};

export const remixVideo: Operation = {
  id: "remixVideo",
  tag: TAGS.videos,
  summary: "Change a finished video by a prompt",
  description: "Creates a new task. What the prompt does not mention stays as it was.",
  key: "bearer",
  isCall: true,
  parameters: [videoId, idempotencyKey],
  body: json(remixRequest.meta({ id: "VideoRemixRequest" }), {
    night: example("Another time of day", { prompt: "Make it night" }),
  }),
  replies: {
    200: { description: "The new task.", headers: MODEL_HEADERS, content: json(videoTask) },
  },
  errors: [...CREATE_ERRORS, "videoNotFound", "remixOfUnfinished", "remixOfOtherProvider"],
};

export const listVideos: Operation = {
  id: "listVideos",
  tag: TAGS.videos,
  summary: "List the video tasks",
  description: "The tasks of this key from every API, page by page.",
  key: "bearer",
  parameters: describeQueryParameters(videosQuery),
  replies: { 200: { description: "A page of tasks.", content: json(videoList) } },
  errors: [...READ_ERRORS, "videoCursorNotFound"],
};

export const readVideo: Operation = {
  id: "readVideo",
  tag: TAGS.videos,
  summary: "Read a video task",
  description:
    "Poll it until `status` is `completed` or `failed`. A task of `:predictLongRunning` can be read here too.",
  key: "bearer",
  parameters: [videoId],
  replies: { 200: { description: "The task.", content: json(videoTask) } },
  errors: [...READ_ERRORS, "videoNotFound"],
};

export const deleteVideo: Operation = {
  id: "deleteVideo",
  tag: TAGS.videos,
  summary: "Delete a video task",
  description: "Deletes the task and its video. One that still runs is stopped.",
  key: "bearer",
  parameters: [videoId],
  replies: { 200: { description: "It is deleted.", content: json(videoDeleted) } },
  errors: [...READ_ERRORS, "videoNotFound"],
};

export const readVideoContent: Operation = {
  id: "readVideoContent",
  tag: TAGS.videos,
  summary: "Download a finished video",
  description:
    "The video, a thumbnail of it (WebP), or a sprite sheet of 25 frames over its whole length (JPEG). 409 while it is not completed, 410 once it has expired.",
  key: "bearer",
  parameters: [videoId, ...describeQueryParameters(contentQuery), ...byteParameters],
  replies: byteReplies({
    "video/mp4": { schema: fileBytes },
    "image/webp": { schema: fileBytes },
    "image/jpeg": { schema: fileBytes },
  }),
  errors: CONTENT_ERRORS,
};
