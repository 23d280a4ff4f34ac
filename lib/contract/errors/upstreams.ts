/** Errors of the connection to a provider. The reader connects providers, so the texts say "provider". */
import { defineErrors } from "./define-errors.ts";
import { quote, sentence } from "./wording.ts";

type Provider = { /** Its name in the config. */ provider: string };

const SAMPLE = { provider: "openai" };
const TIMED_OUT = { status: 504, code: "upstream_timeout" } as const;
const TRUNCATED = { status: 502, code: "upstream_truncated" } as const;

export const upstreamErrors = defineErrors({
  upstreamUnreachable: {
    status: 502,
    code: "upstream_unreachable",
    message: ({ provider, reason }: Provider & { /** Code such as `ECONNREFUSED`. */ reason: string | undefined }) =>
      `Provider ${quote(provider)} could not be reached${reason ? ` (${reason})` : ""}. Check its base URL and that it is running.`,
    sample: { ...SAMPLE, reason: "ECONNREFUSED" },
  },
  upstreamConnectTimeout: {
    ...TIMED_OUT,
    message: ({ provider, ms }: Provider & { ms: number }) =>
      `Provider ${quote(provider)} did not accept a connection within ${ms} ms. Check its base URL or raise \`timeouts.connectMs\`.`,
    sample: { ...SAMPLE, ms: 10_000 },
  },
  upstreamFirstByteTimeout: {
    ...TIMED_OUT,
    message: ({ provider, ms }: Provider & { ms: number }) =>
      `Provider ${quote(provider)} did not respond within ${ms} ms. Retry or raise \`timeouts.firstByteMs\`.`,
    sample: { ...SAMPLE, ms: 60_000 },
  },
  upstreamFirstContentTimeout: {
    ...TIMED_OUT,
    message: ({ provider, ms }: Provider & { ms: number }) =>
      `Provider ${quote(provider)} sent no content within ${ms} ms. Retry or raise \`firstTokenMs\` of the route.`,
    sample: { ...SAMPLE, ms: 8_000 },
  },
  upstreamStreamWithoutContent: {
    status: 502,
    code: "upstream_empty",
    message: ({ provider }: Provider) =>
      `Provider ${quote(provider)} ended its stream without any content. Retry the request.`,
    sample: SAMPLE,
  },
  upstreamIdleTimeout: {
    ...TIMED_OUT,
    message: ({ provider, ms }: Provider & { ms: number }) =>
      `Provider ${quote(provider)} sent nothing for ${ms} ms in the middle of its response. Retry or raise \`timeouts.idleMs\`.`,
    sample: { ...SAMPLE, ms: 60_000 },
  },
  upstreamTotalTimeout: {
    ...TIMED_OUT,
    message: ({ provider, ms }: Provider & { ms: number }) =>
      `Provider ${quote(provider)} did not finish within ${ms} ms. Retry with a shorter task or raise \`timeouts.totalMs\`.`,
    sample: { ...SAMPLE, ms: 600_000 },
  },
  upstreamDisconnected: {
    ...TRUNCATED,
    message: ({ provider }: Provider) =>
      `Provider ${quote(provider)} closed the connection in the middle of its response. Retry the request.`,
    sample: SAMPLE,
  },
  upstreamStreamTruncated: {
    ...TRUNCATED,
    message: ({ provider }: Provider) =>
      `Provider ${quote(provider)} closed the stream before the response was complete. Retry the request.`,
    sample: SAMPLE,
  },
  streamTruncated: {
    ...TRUNCATED,
    type: "upstream_error",
    message: "The provider closed the stream before the response was complete. Retry the request.",
  },
  upstreamVideoTruncated: {
    ...TRUNCATED,
    message: ({ provider }: Provider) =>
      `Provider ${quote(provider)} sent an incomplete video. Create the video again.`,
    sample: SAMPLE,
  },
  upstreamNotWebSocket: {
    status: 502,
    code: "upstream_malformed",
    message: ({ provider, status }: Provider & { status: number }) =>
      `Provider ${quote(provider)} opened no WebSocket (it answered ${status}). Check its base URL.`,
    sample: { ...SAMPLE, status: 200 },
  },
  upstreamSocketClosed: {
    ...TRUNCATED,
    message: ({ provider, code }: Provider & { code: number }) =>
      `Provider ${quote(provider)} ended the session (close code ${code}). Open another one to go on.`,
    sample: { ...SAMPLE, code: 1006 },
  },
  upstreamSocketSilent: {
    ...TIMED_OUT,
    message: ({ provider, ms }: Provider & { ms: number }) =>
      `Provider ${quote(provider)} has taken nothing and sent nothing for ${ms} ms. Open another session.`,
    sample: { ...SAMPLE, ms: 60_000 },
  },
  upstreamRedirected: {
    status: 502,
    message: ({ provider, status }: Provider & { status: number }) =>
      `Provider ${quote(provider)} answered with a redirect (${status}). Check its base URL.`,
    sample: { ...SAMPLE, status: 301 },
  },
  upstreamRefusedWithoutText: {
    status: ({ status }) => status,
    message: ({ provider, status }: Provider & { status: number }) =>
      `Provider ${quote(provider)} answered with status ${status} and no text. Check the provider's own log or status page.`,
    sample: { ...SAMPLE, status: 500 },
  },
  upstreamListRefused: {
    status: 502,
    message: ({ provider, path, status }: Provider & { path: string; status: number }) =>
      `Provider ${quote(provider)} answered ${path} with status ${status}. Check its key and base URL.`,
    sample: { ...SAMPLE, path: "/models", status: 401 },
  },
  upstreamListEmpty: {
    status: 502,
    message: ({ provider }: Provider) =>
      `Provider ${quote(provider)} sent a model list without models. Name its models in the config.`,
    sample: SAMPLE,
  },
  upstreamFailedWithoutReason: {
    status: 502,
    message: ({ provider }: Provider) => `Provider ${quote(provider)} failed and gave no reason. Retry the request.`,
    sample: SAMPLE,
  },
  upstreamErrorWithoutMessage: {
    status: 502,
    message: "The provider reported an error without a message. Retry the request.",
  },
  packageRefused: {
    status: 400,
    message: ({ provider, reason }: Provider & { reason: string }) =>
      `Provider ${quote(provider)} does not support this request: ${sentence(reason)}`,
    sample: { ...SAMPLE, reason: "'audio input' functionality not supported" },
  },
  packageLacksSetting: {
    status: 502,
    code: "upstream_settings",
    message: ({ provider, reason }: Provider & { reason: string }) =>
      `Provider ${quote(provider)} lacks a setting: ${sentence(reason)}`,
    sample: { ...SAMPLE, reason: "API key is missing" },
  },
  packageFailed: {
    status: 502,
    message: ({ package: name, reason }: { package: string; reason: string }) =>
      `The package ${quote(name)} failed: ${sentence(reason)}`,
    sample: { package: "@ai-sdk/mistral", reason: "unexpected state" },
  },
  packagePathLeavesHost: {
    status: 502,
    code: "upstream_malformed",
    message: "The package requested an address with `.` or `..` in its path. Check the model's name.",
  },
});
