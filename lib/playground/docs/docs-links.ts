/** Links from the playground to the guides. A test checks that each page and section exists. */
import type { GatewayFailure } from "../gateway/errors.ts";

/** Guide of each page, by the page's path. */
export const PAGE_DOCS: Readonly<Record<string, string>> = {
  "/": "/docs/home-and-compare",
  "/tour": "/docs/sandbox#guided-tour",
  "/chat": "/docs/apis",
  "/responses": "/docs/messages-and-responses-pages",
  "/messages": "/docs/messages-and-responses-pages",
  "/generate-content": "/docs/generate-content-page",
  "/images": "/docs/images-page",
  "/videos": "/docs/videos-page",
  "/compare": "/docs/home-and-compare",
  "/evaluate": "/docs/evaluate",
  "/requests": "/docs/request-log",
  "/usage": "/docs/usage",
  "/keys": "/docs/keys",
  "/people": "/docs/people",
  "/audit": "/docs/people#audit-log",
  "/account": "/docs/people#sessions",
  "/providers": "/docs/providers",
  "/doctor": "/docs/compatibility",
  "/models": "/docs/models-and-aliases",
  "/routes": "/docs/routes",
  "/storage": "/docs/storage",
};

/** Section about each error code, as a pattern of the whole code. The first that matches counts. */
export const CODE_DOCS: readonly (readonly [code: RegExp, href: string])[] = [
  [/^model_not_found$/, "/docs/models-and-aliases"],
  [/^(?:rate_limit_exceeded|concurrency_exceeded|budget_exhausted)$/, "/docs/keys#limits-and-budgets"],
  [/^(?:model|route)_not_allowed$|^model_without_price$/, "/docs/keys#limits-and-budgets"],
  [/^route_unavailable$/, "/docs/routes#models-out-of-use"],
  [/^fields_would_be_dropped$/, "/docs/routes#refuse-losses"],
  [/^(?:missing|invalid|ambiguous)_(?:api_)?key$/, "/docs/keys"],
  [/^session_expired$/, "/docs/quick-start#open-the-chat-page"],
  [/^quota_exceeded$/, "/docs/keys#how-much-a-key-may-store"],
  [/^(?:previous_)?response_not_found$/, "/docs/stored-responses"],
  [/^exchange_/, "/docs/resumable-responses"],
  [/^(?:video|render)_/, "/docs/videos"],
  [/^image_/, "/docs/images"],
  [/^(?:file|upload)_not_found$/, "/docs/images-and-files"],
  [/^(?:evaluation_|import_)/, "/docs/evaluate"],
  [/^share_not_found$/, "/docs/share-and-export"],
  [/^(?:upstream_|provider_not_found$)/, "/docs/troubleshooting"],
];

/** Section about each HTTP status that has one of its own. */
export const STATUS_DOCS: Readonly<Record<number, string>> = {
  401: "/docs/keys",
  403: "/docs/keys#scopes",
};

/** Section for every other error. */
export const ERROR_DOCS = "/docs/errors#status-codes";

/** Section for a stream that broke off or cannot be read. */
export const STREAM_DOCS = "/docs/errors#errors-in-a-stream";

/** Section about the trace that the inspector shows, and how long it is saved. */
export const TRACE_DOCS = "/docs/inspector";

/** Returns the section of the guides about an error. */
export function getErrorDocs({ code = "", status, origin }: GatewayFailure): string {
  const byCode = CODE_DOCS.find(([pattern]) => pattern.test(code))?.[1];
  if (byCode) return byCode;
  if (origin === "network") return "/docs/troubleshooting";
  if (origin === "stream") return STREAM_DOCS;
  return STATUS_DOCS[status ?? 0] ?? ERROR_DOCS;
}
