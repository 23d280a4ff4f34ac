/** Errors of providers that make videos. */
import { formatBytes } from "../format-bytes.ts";
import { defineErrors, type ErrorDefinition } from "./define-errors.ts";
import { quote, sentence } from "./wording.ts";

type Provider = { /** Its name in the config. */ provider: string };

const SAMPLE = { provider: "openai" };
const MALFORMED = { status: 502, code: "upstream_malformed" } as const;

/** @param what the provider sent, as in "a video task without an id" */
const sent = (what: string, remedy = "Check its base URL and `dialects`."): ErrorDefinition<Provider> => ({
  ...MALFORMED,
  message: ({ provider }) => `Provider ${quote(provider)} sent ${what}. ${remedy}`,
  sample: SAMPLE,
});

export const upstreamVideoErrors = defineErrors({
  upstreamTaskWithoutId: sent("a video task without an id"),
  upstreamTaskWithoutStatus: sent("a video task without a status"),
  upstreamTaskIdUnsafe: sent("a video task whose id leads to another path"),
  upstreamOperationWithoutName: sent("an operation without a name"),
  upstreamOperationNameUnsafe: sent("an operation whose name leads to another path"),
  upstreamVideoAddressInvalid: sent("a video address that is not an http(s) URL"),
  upstreamVideoAddressForbidden: {
    ...MALFORMED,
    message: ({ provider, host }: Provider & { host: string }) =>
      `Provider ${quote(provider)} stores its video at ${host}, an address that the gateway does not fetch from. Use a public address.`,
    sample: { ...SAMPLE, host: "169.254.169.254" },
  },
  upstreamVideoRedirectInvalid: sent("a redirect without a valid address instead of a video"),
  upstreamVideoRedirectForbidden: sent("a redirect to an address that is not an http(s) URL"),
  upstreamVideoRedirects: {
    ...MALFORMED,
    message: ({ provider, limit }: Provider & { limit: number }) =>
      `Provider ${quote(provider)} sent more than ${limit} redirects instead of a video. Check its base URL.`,
    sample: { ...SAMPLE, limit: 5 },
  },
  upstreamNotVideo: sent("a file that is not a video"),
  upstreamVideoPartial: sent("only a part of a video", "Create the video again."),
  upstreamVideoCompressed: sent("a compressed video that was not requested", "Turn off its compression."),
  upstreamVideoRangeWrong: {
    ...MALFORMED,
    message: ({ provider, status }: Provider & { status: number }) =>
      `Provider ${quote(provider)} sent a part of a video that was not requested (status ${status}). Create the video again.`,
    sample: { ...SAMPLE, status: 206 },
  },
  upstreamVideoTooLarge: {
    status: 413,
    code: "video_too_large",
    message: ({ provider, limit }: Provider & { /** In bytes. */ limit: number }) =>
      `Provider ${quote(provider)} sent a video larger than ${formatBytes(limit)}. Create a shorter or smaller video.`,
    sample: { ...SAMPLE, limit: 2 * 1024 ** 3 },
  },
  upstreamTaskFailed: {
    status: 502,
    code: "upstream_failed",
    message: ({ provider, state }: Provider & { /** Such as `failed`. */ state: string }) =>
      `Provider ${quote(provider)} gave no reason for the video task's status ${quote(state)}. Create the video again.`,
    sample: { ...SAMPLE, state: "failed" },
  },
  upstreamTaskGone: {
    status: 502,
    code: "upstream_task_not_found",
    message: ({ provider, task, reason }: Provider & { task: string; reason: string }) =>
      `Provider ${quote(provider)} no longer has the task ${quote(task)}: ${sentence(reason)}`,
    sample: { ...SAMPLE, task: "video_1", reason: "not found" },
  },
  upstreamOperationFailed: {
    status: 502,
    code: "upstream_failed",
    message: ({ provider, name }: Provider & { /** Such as `INTERNAL`. */ name: string | undefined }) =>
      `Provider ${quote(provider)} failed the operation${name ? ` with ${name}` : ""} and gave no reason. Create the video again.`,
    sample: { ...SAMPLE, name: "INTERNAL" },
  },
  upstreamVideoFiltered: {
    status: 400,
    code: "content_filtered",
    message: ({ provider }: Provider) =>
      `Provider ${quote(provider)} withheld the video because of its content rules and gave no reason. Change the prompt.`,
    sample: SAMPLE,
  },
  upstreamOperationWithoutVideo: {
    status: 502,
    code: "no_video",
    message: ({ provider }: Provider) =>
      `Provider ${quote(provider)} finished its operation without a video. Create the video again.`,
    sample: SAMPLE,
  },
  remixOfOtherProvider: {
    status: 400,
    code: "remix_elsewhere",
    message: ({ provider }: Provider) =>
      `Provider ${quote(provider)} can remix only videos that it made. Create a new video from a prompt.`,
    sample: SAMPLE,
  },
  inputImageUnreadable: {
    status: 400,
    code: "invalid_value",
    param: "input_reference",
    message: "`input_reference` must be an image that can be decoded; this one is damaged or cut off. Send another.",
  },
  packageMakesNoVideos: {
    status: 404,
    code: "model_not_found",
    message: ({ provider, model }: Provider & { model: string }) =>
      `${quote(`${provider}/${model}`)} does not make videos. Use a model of \`videoModels\` in the config.`,
    sample: { ...SAMPLE, model: "gpt-6-luna" },
  },
});
