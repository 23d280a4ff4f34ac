/** Errors of routes and of the process as a whole. */
import { defineErrors } from "./define-errors.ts";
import { alternatives, count, quote, sentence } from "./wording.ts";

const LONGEST_PATH = 100;

export const serverErrors = defineErrors({
  internalError: {
    status: 500,
    message: "Internal error. Search the gateway's log for this `request_id`.",
  },
  unknownPath: {
    status: 404,
    code: "unknown_path",
    message: ({ path }: { path: string }) =>
      `Not found: ${path.slice(0, LONGEST_PATH)}. GET /openapi.json lists all routes.`,
    sample: { path: "/v1/embeddings" },
  },
  methodNotAllowed: {
    status: 405,
    code: "method_not_allowed",
    headers: ({ allow }) => ({ allow: allow.join(", ") }),
    message: ({ method, path, allow }: { method: string; path: string; allow: readonly string[] }) =>
      `Method ${method} is not allowed for ${path.slice(0, LONGEST_PATH)}. Use ${alternatives(allow)}.`,
    sample: { method: "GET", path: "/v1/chat/completions", allow: ["POST"] },
  },
  shuttingDown: {
    status: 503,
    headers: { "retry-after": "1", connection: "close" },
    message: "The gateway is shutting down. Send this request again.",
  },
  shuttingDownDuringBody: {
    status: 503,
    headers: { "retry-after": "1" },
    message: "The gateway is shutting down and the request body was not complete. Send this request again.",
  },
  bodyMemoryExhausted: {
    status: 503,
    code: "body_memory_exhausted",
    headers: { "retry-after": "5" },
    message: "The bodies of other requests use all available memory. Send this request again in a few seconds.",
  },
  taskQueueFull: {
    status: 503,
    code: "queue_full",
    headers: ({ seconds }) => ({ "retry-after": String(seconds) }),
    message: ({ pool, waiting, seconds }: { pool: string; waiting: number; seconds: number }) =>
      `The ${pool} is busy: ${count(waiting)} tasks are waiting. Send this request again in ${seconds} s.`,
    sample: { pool: "sandbox painter", waiting: 1_000, seconds: 5 },
  },
  taskFailed: {
    status: 500,
    message: ({ pool, reason }: { pool: string; reason: string }) =>
      `The ${pool} failed: ${sentence(reason)} Send this request again.`,
    sample: { pool: "sandbox painter", reason: "its worker ended with code 1" },
  },
  taskNotInstalled: {
    status: 501,
    code: "not_installed",
    message: ({ pool, name }: { pool: string /** Missing package. */; name: string }) =>
      `The ${pool} is not part of this installation: the package ${name} is missing. Use the image or the package with pages, which have it.`,
    sample: { pool: "sandbox painter", name: "@napi-rs/canvas" },
  },
  taskLimitExceeded: {
    status: 500,
    code: "limit_exceeded",
    message: ({ pool, limit }: { pool: string /** Such as `takes more than 1 s`. */; limit: string }) =>
      `The ${pool} stopped because the task ${limit}. Send a smaller request.`,
    sample: { pool: "sandbox painter", limit: "takes more than 1 s" },
  },
  fieldLimitExceeded: {
    status: 400,
    code: "limit_exceeded",
    message: ({ param, limit }: { param: string /** Such as `takes more than 1 s`. */; limit: string }) =>
      `Processing \`${param}\` ${limit}. Send a smaller or simpler value.`,
    sample: { param: "tools[0].function.parameters", limit: "takes more than 1 s" },
  },
  headerNotEvents: {
    status: 400,
    message: ({ param, value }: { param: string; value: string }) =>
      `Header \`${param}\` must be "events"; got ${quote(value, 40)}.`,
    sample: { param: "x-gateway-keep", value: "all" },
  },
});
