/** Endpoints of OpenAI's Images API, and of images at their own URLs. */
import { dialects } from "#lib/dialects/all-dialects.ts";
import { defineEndpoint, type Endpoint } from "#lib/gateway/request/endpoint.ts";
import { makeResumable } from "#lib/gateway/request/resumable-endpoint.ts";
import { handleImages } from "./handler.ts";
import * as operations from "./openapi.ts";
import { readImageContent } from "./read-image-content.ts";
import { imagesDialect } from "./relay-images.ts";

const dialect = dialects["openai-chat"];

export const imageEndpoints: readonly Endpoint[] = [
  makeResumable(
    defineEndpoint({
      method: "POST",
      path: "/v1/images/generations",
      scope: "inference",
      dialect,
      loggedDialect: imagesDialect.id,
      dryRun: true,
      operation: operations.generateImages,
      handle: (context) => handleImages(context, "generate"),
    }),
    imagesDialect,
  ),
  makeResumable(
    defineEndpoint({
      method: "POST",
      path: "/v1/images/edits",
      scope: "inference",
      dialect,
      loggedDialect: imagesDialect.id,
      dryRun: true,
      operation: operations.editImages,
      handle: (context) => handleImages(context, "edit"),
    }),
    imagesDialect,
  ),
  defineEndpoint({
    method: "GET",
    path: "/v1/images/content/{name}",
    // The URL is signed.
    scope: "none",
    dialect,
    operation: operations.readImage,
    handle: readImageContent,
  }),
];
