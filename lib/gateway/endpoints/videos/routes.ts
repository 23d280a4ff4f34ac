/**
 * Endpoints of videos: one store of tasks, two dialects. Google's are under `/v1beta` and, for newer SDKs, under `/v1`
 * (wire-formats §4.1, §6).
 */
import { dialects } from "#lib/dialects/all-dialects.ts";
import type { PathParameters } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint } from "#lib/gateway/request/endpoint.ts";
import { API_VERSIONS, type ApiVersion, createActionPath, decode } from "#lib/gateway/request/google-paths.ts";
import { createVideo, remixVideo } from "./create-video.ts";
import * as documents from "./openapi.ts";
import * as operationDocuments from "./openapi-operations.ts";
import { predictLongRunning } from "./predict.ts";
import { cancelOperation, deleteOperation, listOperations, operationsQuery, readOperation } from "./read-operations.ts";
import { deleteVideo, listVideos, readVideo, videosQuery } from "./read-videos.ts";
import { contentQuery, readVideoContent } from "./video-content.ts";
import { createVideoHandler, type VideoServices } from "./video-context.ts";

const openai = { scope: "inference", dialect: dialects["openai-chat"], loggedDialect: "openai-videos" } as const;
const google = {
  scope: "inference",
  dialect: dialects["google-generate"],
  loggedDialect: "google-operations",
} as const;

const ONE = "/v1/videos/{video_id}";

/** An operation is read by its own name, and by that name after the model's, which Google's SDKs use. */
function operationEndpoints(version: ApiVersion, ofModel: boolean): readonly Endpoint<VideoServices>[] {
  const all = ofModel ? `/${version}/models/{model}/operations` : `/${version}/operations`;
  const one = {
    path: `${all}/{operation_id}`,
    match: createMatcher(version, "/(?<operation_id>[^/:]+)$", ofModel),
    ...google,
  };
  const of = { version, ofModel };
  return [
    defineEndpoint({
      method: "GET",
      path: all,
      ...(ofModel ? { match: createMatcher(version, "$") } : {}),
      ...google,
      query: operationsQuery,
      operation: operationDocuments.listOperations(of),
      handle: createVideoHandler("google-operations", listOperations),
    }),
    defineEndpoint({
      method: "POST",
      path: `${all}/{operation_id}:cancel`,
      match: createMatcher(version, "/(?<operation_id>[^/:%]+)(?::|%3A)cancel$", ofModel),
      ...google,
      callsNoModel: true,
      operation: operationDocuments.cancelOperation(of),
      handle: createVideoHandler("google-operations", cancelOperation),
    }),
    defineEndpoint({
      method: "GET",
      ...one,
      operation: operationDocuments.readOperation(of),
      handle: createVideoHandler("google-operations", readOperation),
    }),
    defineEndpoint({
      method: "DELETE",
      ...one,
      operation: operationDocuments.deleteOperation(of),
      handle: createVideoHandler("google-operations", deleteOperation),
    }),
  ];
}

/** A model's name may have slashes, plain or percent-encoded; the colon may be percent-encoded. */
function createMatcher(version: ApiVersion, end: string, ofModel = true): (path: string) => PathParameters | undefined {
  const model = ofModel ? "/models/(?<model>.+)" : "";
  const pattern = new RegExp(`^/${version}${model}/operations${end}`, "i");
  return (path) => {
    const found = pattern.exec(path)?.groups;
    return found?.model === undefined ? found : { ...found, model: decode(found.model) ?? found.model };
  };
}

export const videoEndpoints: readonly Endpoint<VideoServices>[] = [
  defineEndpoint({
    method: "GET",
    path: "/v1/videos",
    ...openai,
    query: videosQuery,
    operation: documents.listVideos,
    handle: createVideoHandler("openai-videos", listVideos),
  }),
  defineEndpoint({
    method: "POST",
    path: "/v1/videos",
    ...openai,
    operation: documents.createVideo,
    dryRun: true,
    handle: createVideoHandler("openai-videos", createVideo),
  }),
  defineEndpoint({
    method: "GET",
    path: ONE,
    ...openai,
    operation: documents.readVideo,
    handle: createVideoHandler("openai-videos", readVideo),
  }),
  defineEndpoint({
    method: "DELETE",
    path: ONE,
    ...openai,
    operation: documents.deleteVideo,
    handle: createVideoHandler("openai-videos", deleteVideo),
  }),
  defineEndpoint({
    method: "GET",
    path: `${ONE}/content`,
    ...openai,
    query: contentQuery,
    operation: documents.readVideoContent,
    handle: createVideoHandler("openai-videos", readVideoContent),
  }),
  defineEndpoint({
    method: "POST",
    path: `${ONE}/remix`,
    ...openai,
    operation: documents.remixVideo,
    handle: createVideoHandler("openai-videos", remixVideo),
  }),
  ...API_VERSIONS.flatMap((version) => [
    ...operationEndpoints(version, false),
    ...operationEndpoints(version, true),
    defineEndpoint({
      method: "POST" as const,
      ...createActionPath(version, "predictLongRunning"),
      ...google,
      operation: operationDocuments.startPrediction(version),
      dryRun: true,
      handle: createVideoHandler("google-operations", predictLongRunning),
    }),
  ]),
];
