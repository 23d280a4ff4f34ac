/** Errors of routes, which stand for several models, and of the headers that steer or label one request. */
import { defineErrors } from "./define-errors.ts";
import { code, quote } from "./wording.ts";

export const routeErrors = defineErrors({
  routeUnavailable: {
    status: 503,
    code: "route_unavailable",
    headers: ({ seconds }) => ({ "retry-after": String(seconds) }),
    message: ({ route, seconds }: { route: string; seconds: number }) =>
      `No model of the route ${quote(route)} is available: all failed shortly before. Send this request again in ${seconds} s.`,
    sample: { route: "fast", seconds: 10 },
  },
  routeBusy: {
    status: 503,
    code: "route_busy",
    headers: ({ seconds }) => ({ "retry-after": String(seconds) }),
    message: ({ route, seconds }: { route: string; seconds: number }) =>
      `All models of the route ${quote(route)} are busy, and no place in their queues was free in time. Send this request again in ${seconds} s.`,
    sample: { route: "fast", seconds: 1 },
  },
  routeTargetUnknown: {
    status: 400,
    code: "invalid_value",
    param: "x-gateway-route",
    message: ({ route, model }: { route: string; model: string }) =>
      `Header \`x-gateway-route\` names ${quote(model)}, which is no model of the route ${quote(route)}. Use one of its targets or fallbacks.`,
    sample: { route: "fast", model: "openai/gpt-9" },
  },
  targetPulledDown: {
    status: 503,
    code: "target_pulled_down",
    message: ({ model }: { model: string }) =>
      `The model ${quote(model)} is pulled down for this request by \`x-gateway-test-down\`. Nothing was sent to it.`,
    sample: { model: "openai/gpt-5.4-mini" },
  },
  headerInvalid: {
    status: 400,
    code: "invalid_value",
    message: ({ param, expected, value }: { param: string; expected: string; value: string }) =>
      `Header ${code(param)} must be ${expected}; got ${quote(value, 40)}.`,
    sample: {
      param: "x-gateway-timeout-ms",
      expected: "a whole number of milliseconds from 1 to 86400000",
      value: "1s",
    },
  },
  dryRunUnsupported: {
    status: 400,
    code: "invalid_value",
    param: "x-gateway-dry-run",
    message: ({ method, path }: { method: string; path: string }) =>
      `${method} ${path} cannot say what it would do: only requests for responses, images and videos of a model can. Remove the header \`x-gateway-dry-run\` to send the request.`,
    sample: { method: "POST", path: "/v1/messages/count_tokens" },
  },
  fieldsWouldBeDropped: {
    status: 400,
    code: "fields_would_be_dropped",
    message: ({ model, fields }: { model: string; fields: readonly string[] }) =>
      `The model ${quote(model)} would not get ${fields.map((field) => code(field)).join(", ")}. Remove these fields, choose another model or send \`x-gateway-on-loss: allow\`.`,
    sample: { model: "anthropic/claude-sonnet-5", fields: ["seed", "logprobs"] },
  },
  requestTimeout: {
    status: 504,
    code: "request_timeout",
    message: ({ ms }: { ms: number }) =>
      `The response was not complete within the ${ms} ms of \`x-gateway-timeout-ms\`. Send a shorter task or a longer time.`,
    sample: { ms: 30_000 },
  },
});
