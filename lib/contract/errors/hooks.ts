/** Errors of the operator's hooks, which check requests and responses. */
import { defineErrors } from "./define-errors.ts";

export const hookErrors = defineErrors({
  hookBlocked: {
    status: 403,
    code: "blocked",
    message: ({ reason }: { /** From the hook. */ reason?: string | undefined }) =>
      reason ?? "This gateway's check of requests and responses refused this one.",
    sample: {},
  },
  hookFailed: {
    status: 503,
    code: "check_failed",
    headers: { "retry-after": "5" },
    message: "This gateway could not check this request or its response. Send the request again in 5 s.",
  },
  hookCannotCheck: {
    status: 403,
    code: "not_checkable",
    message: ({ problem }: { param?: string | undefined; problem: string }) =>
      `This gateway checks requests and responses, and cannot check this one: ${problem}.`,
    sample: { param: "stream", problem: "send it without `stream`" },
  },
});
