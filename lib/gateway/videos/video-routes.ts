/**
 * The routes of videos: one store of tasks, two conventions. Those of Google's stand under `/v1beta` and, for newer SDKs,
 * under `/v1` (wire-formats §4.1, §6).
 */
import { dialects } from "../dialects.ts";
import type { ApiVersion } from "../operations/generate-content.ts";
import * as operationDocuments from "../operations/video-operations.ts";
import * as documents from "../operations/videos.ts";
import type { PathParameters, RouteEntry } from "../route.ts";
import { createVideo, remixVideo } from "./create-video.ts";
import { cancelOperation, deleteOperation, listOperations, readOperation } from "./read-operations.ts";
import { deleteVideo, listVideos, readVideo } from "./read-videos.ts";
import { readVideoContent } from "./video-content.ts";
import { videoHandler } from "./video-context.ts";

const openai = (handle: Parameters<typeof videoHandler>[1]) => videoHandler("openai-videos", handle);
const google = (handle: Parameters<typeof videoHandler>[1]) => videoHandler("google-operations", handle);

const dialect = dialects["openai-chat"];

export const videoRoutes: readonly RouteEntry[] = [
  {
    path: "/v1/videos",
    dialect,
    methods: {
      GET: { handler: openai(listVideos), operation: documents.listVideos },
      POST: { handler: openai(createVideo), operation: documents.createVideo },
    },
  },
  {
    path: "/v1/videos/{video_id}",
    dialect,
    methods: {
      GET: { handler: openai(readVideo), operation: documents.readVideo },
      DELETE: { handler: openai(deleteVideo), operation: documents.deleteVideo },
    },
  },
  {
    path: "/v1/videos/{video_id}/content",
    dialect,
    methods: { GET: { handler: openai(readVideoContent), operation: documents.readVideoContent } },
  },
  {
    path: "/v1/videos/{video_id}/remix",
    dialect,
    methods: { POST: { handler: openai(remixVideo), operation: documents.remixVideo } },
  },
  ...operationRoutes("v1beta"),
  ...operationRoutes("v1"),
];

/** An operation is read by its own name, and by that of the model before it, which SDKs of Google's know it by. */
function operationRoutes(version: ApiVersion): readonly RouteEntry[] {
  return [false, true].flatMap((ofModel): RouteEntry[] => {
    const place = ofModel ? `/${version}/models/{model}` : `/${version}`;
    const all = `${place}/operations`;
    const one = `${all}/{operation_id}`;
    const of = { version, ofModel };
    return [
      {
        path: all,
        ...(ofModel ? { match: matcherOf(version, "$") } : {}),
        dialect: dialects["google-generate"],
        methods: { GET: { handler: google(listOperations), operation: operationDocuments.listOperations(of) } },
      },
      {
        path: `${one}:cancel`,
        match: matcherOf(version, "/(?<operation_id>[^/:%]+)(?::|%3A)cancel$", ofModel),
        dialect: dialects["google-generate"],
        methods: { POST: { handler: google(cancelOperation), operation: operationDocuments.cancelOperation(of) } },
      },
      {
        path: one,
        match: matcherOf(version, "/(?<operation_id>[^/:]+)$", ofModel),
        dialect: dialects["google-generate"],
        methods: {
          GET: { handler: google(readOperation), operation: operationDocuments.readOperation(of) },
          DELETE: { handler: google(deleteOperation), operation: operationDocuments.deleteOperation(of) },
        },
      },
    ];
  });
}

/** A model's name may have slashes, plain or percent-encoded; the colon may be percent-encoded. */
function matcherOf(version: ApiVersion, end: string, ofModel = true): (path: string) => PathParameters | undefined {
  const model = ofModel ? "/models/(?<model>.+)" : "";
  const pattern = new RegExp(`^/${version}${model}/operations${end}`, "i");
  return (path) => {
    const found = pattern.exec(path)?.groups;
    return found?.model === undefined ? found : { ...found, model: decode(found.model) };
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
