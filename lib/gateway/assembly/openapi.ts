/** `GET /openapi.json`: every route, described by the schemas that validate its requests. */
import { createHash } from "node:crypto";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { isKnownTag } from "#lib/http/entity-tag.ts";
import { buildDocument } from "#lib/openapi/build-document.ts";
import { TAGS } from "#lib/openapi/operation-parts.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { JSON_TYPE } from "../bodies/json-response.ts";
import { readDocument } from "../endpoints/service/openapi.ts";
import type { Endpoint } from "../request/endpoint.ts";
import type { AllServices } from "./services.ts";

const info = {
  title: "Parlance",
  version: packageJson.version,
  summary: packageJson.description,
  description:
    "One gateway to the models of many providers. It speaks four APIs, and each of them reaches every model: use the one of your SDK.",
  license: { name: "MIT", identifier: "MIT" },
};

const tags = [
  { name: TAGS.chat, description: "OpenAI's Chat Completions API." },
  { name: TAGS.responses, description: "OpenAI's Responses API, with stored and background responses." },
  { name: TAGS.messages, description: "Anthropic's Messages API." },
  { name: TAGS.generateContent, description: "Google's generateContent API." },
  { name: TAGS.interactions, description: "Google's Interactions API." },
  { name: TAGS.embeddings, description: "Vectors of texts, in OpenAI's API and in Google's." },
  { name: TAGS.audio, description: "Speech of texts, and texts of speech." },
  { name: TAGS.otherRoutes, description: "Moderations, rerank and older completions." },
  { name: TAGS.passThrough, description: "Routes of a provider that the gateway has no endpoint for." },
  { name: TAGS.models, description: "The list of models, for the SDKs of every API." },
  { name: TAGS.files, description: "Uploaded files, which requests of every API can name." },
  { name: TAGS.service, description: "The gateway itself." },
];

/** @param endpoints called at the first request: the table holds this endpoint too */
export function documentEndpoint(endpoints: () => readonly Endpoint<AllServices>[]): Endpoint {
  let made: { body: string; etag: string } | undefined;
  return {
    method: "GET",
    path: "/openapi.json",
    scope: "none",
    dialect: dialects["openai-chat"],
    logged: false,
    operation: readDocument,
    handle({ request }) {
      made ??= make(endpoints());
      const { body, etag } = made;
      const headers = { etag, "cache-control": "no-cache" };
      if (isKnownTag(request.headers["if-none-match"], etag)) return { status: 304, headers, body: "" };
      return { status: 200, headers: { "content-type": JSON_TYPE, ...headers }, body };
    },
  };
}

function make(endpoints: readonly Endpoint<AllServices>[]): { body: string; etag: string } {
  const body = JSON.stringify(buildDocument({ endpoints, info, tags }));
  return { body, etag: `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"` };
}
