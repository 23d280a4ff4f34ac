/**
 * Video models of an AI SDK package: start a video, check its status, and download it from the URL that the model
 * returns.
 */
import type {
  JSONValue,
  SharedV4ProviderOptions,
  Experimental_VideoModelV4 as VideoModelV4,
  Experimental_VideoModelV4OperationStatusResult as VideoModelV4Status,
} from "@ai-sdk/provider";
import type { VideoOutput, VideoProgress, VideoProvider } from "#lib/canonical/video-provider.ts";
import type { BridgeSettings } from "#lib/config/upstream-settings.ts";
import { errors } from "#lib/http/errors.ts";
import type { Redact } from "../redactor.ts";
import { failIfGone } from "../videos/fail-if-gone.ts";
import { fetchVideo, saveInlineVideo } from "../videos/fetch-video.ts";
import type { VideoTarget } from "../videos/video-target.ts";
import { readFailure } from "./failure.ts";
import type { Provider } from "./load-provider.ts";
import { rejectOnAbort } from "./reject-on-abort.ts";
import { writeVideoOptions } from "./write-video-options.ts";

export type BridgeVideos = Omit<VideoProvider, "dropped"> & {
  models: readonly string[];
  /** Returns the limit on videos per call of this model. */
  mostVideos(model: string): number;
};

/** Limit on a video, in bytes. */
const LARGEST_VIDEO = 2 * 1024 ** 3;

export function createBridgeVideos(
  settings: BridgeSettings & { redact: Redact; largestResponse: number },
  provider: Provider,
): BridgeVideos | undefined {
  const { id, videoModels, timeouts, retries, redact } = settings;
  const target: VideoTarget = {
    upstream: { id, timeouts, retries, redact, origin: getOrigin(settings) },
    readError: () => undefined,
    largestBytes: LARGEST_VIDEO,
  };

  /** Never retried: a second start would be billed twice. */
  async function callModel<Answer>(
    name: string,
    signal: AbortSignal,
    call: (model: TaskModel) => PromiseLike<Answer>,
  ): Promise<Answer> {
    try {
      const model = provider.videoModel?.(name);
      if (model?.doStart && model.doStatus) return await rejectOnAbort(call(model as TaskModel), signal);
    } catch (thrown) {
      signal.throwIfAborted();
      throw readFailure(thrown, settings, false).error;
    }
    throw errors.packageMakesNoVideos({ provider: id, model: name });
  }

  function mostVideos(name: string): number {
    const most = provider.videoModel?.(name).maxVideosPerCall;
    return typeof most === "number" ? most : 1;
  }

  return {
    models: videoModels,
    mostVideos,
    idempotent: false,

    async start(job, { signal }) {
      const { model, count } = job.call;
      const providerOptions = settings.providerOptions as SharedV4ProviderOptions | undefined;
      const options = await writeVideoOptions(job, { count: Math.min(count, mostVideos(model)), providerOptions });
      const { operation } = await callModel(model, signal, (taskModel) =>
        taskModel.doStart({ ...options, abortSignal: signal }),
      );
      return { reference: JSON.stringify(operation ?? null) };
    },

    async check({ reference, call }, { signal }) {
      const operation = JSON.parse(reference) as JSONValue;
      try {
        const status = await callModel(call.model, signal, (taskModel) =>
          taskModel.doStatus({ operation, abortSignal: signal }),
        );
        return readStatus(status, redact);
      } catch (error) {
        return failIfGone(error, { upstream: settings, reference });
      }
    },

    async fetchOutput(_job, { uri, base64 }, { signal, file }) {
      if (base64 !== undefined) return saveInlineVideo(target, { base64, file });
      if (uri === undefined || !/^https?:/i.test(uri) || !URL.canParse(uri)) {
        throw errors.upstreamVideoAddressInvalid({ provider: settings.id });
      }
      // No headers: the URL alone gives access to the video.
      return fetchVideo(target, { url: new URL(uri), headers: {}, file, signal });
    },
  };
}

type TaskModel = Required<Pick<VideoModelV4, "doStart" | "doStatus">>;

function readStatus(status: VideoModelV4Status, redact: Redact): VideoProgress {
  if (status.status === "pending") return { state: "in_progress" };
  if (status.status === "completed") return { state: "completed", outputs: status.videos.flatMap(readVideo) };
  return { state: "failed", error: { code: "upstream_failed", message: redact(status.error) } };
}

function readVideo(video: Extract<VideoModelV4Status, { status: "completed" }>["videos"][number]): VideoOutput[] {
  const { mediaType } = video;
  if (video.type === "url") return [{ uri: video.url, mediaType }];
  if (video.type === "base64") return [{ base64: video.data, mediaType }];
  return video.type === "binary" ? [{ base64: Buffer.from(video.data).toString("base64"), mediaType }] : [];
}

/** Returns the origin of the provider's server: one in our own network may have its videos there. */
function getOrigin({ options }: BridgeSettings): string | undefined {
  const { baseURL } = options;
  return typeof baseURL === "string" && URL.canParse(baseURL) ? new URL(baseURL).origin : undefined;
}
