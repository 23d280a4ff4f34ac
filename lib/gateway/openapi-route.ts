/** `GET /openapi.json`: every route, described from the schemas that it checks requests with. */
import { createHash } from "node:crypto";
import { isKnownTag } from "#lib/http/entity-tag.ts";
import { buildDocument } from "#lib/openapi/build-document.ts";
import packageJson from "../../package.json" with { type: "json" };
import { TAGS } from "./operations/common.ts";
import type { Handler, RouteEntry } from "./route.ts";

const info = {
  title: "Parlance",
  version: packageJson.version,
  summary: packageJson.description,
  description:
    "One gateway to the models of many providers. It answers in four wire conventions, and any of them reaches any model: choose by the client that you have.",
  license: { name: "MIT", identifier: "MIT" },
};

const tags = [
  { name: TAGS.chat, description: "OpenAI's Chat Completions convention." },
  { name: TAGS.responses, description: "OpenAI's Responses convention, with stored and background responses." },
  { name: TAGS.messages, description: "Anthropic's Messages convention." },
  { name: TAGS.generateContent, description: "Google's generateContent convention." },
  { name: TAGS.models, description: "Which models there are, for the clients of every convention." },
  { name: TAGS.files, description: "Uploaded files, which requests of every convention may name." },
  { name: TAGS.service, description: "The gateway itself." },
];

/** @param routes called at the first request: the table holds this handler too */
export function createDocumentHandler(routes: () => readonly RouteEntry[]): Handler {
  let made: { body: string; etag: string } | undefined;
  return ({ headers }, _runtime, record) => {
    record.logged = false;
    made ??= make(routes());
    const { body, etag } = made;
    const sent = { etag, "cache-control": "no-cache" };
    if (isKnownTag(headers["if-none-match"], etag)) return { status: 304, headers: sent, body: "" };
    return { status: 200, headers: { "content-type": "application/json; charset=utf-8", ...sent }, body };
  };
}

function make(routes: readonly RouteEntry[]): { body: string; etag: string } {
  const body = JSON.stringify(buildDocument({ routes, info, tags }));
  return { body, etag: `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"` };
}
