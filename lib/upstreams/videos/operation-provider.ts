/** Videos of an upstream with `:predictLongRunning` and its operations (wire-formats §6.3, §6.4): Gemini's Veo. */
import type { VideoOutput, VideoProgress, VideoProvider } from "#lib/canonical/video-provider.ts";
import { formatModelPath } from "#lib/dialects/google-generate/model-path.ts";
import { readOperation } from "#lib/dialects/google-operations/reply.ts";
import { listDroppedFields, writeRequest } from "#lib/dialects/google-operations/write-request.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { asText } from "#lib/http/loose-json.ts";
import { encodePath, escapesBasePath } from "#lib/http/url-path.ts";
import type { ResponseHeaders } from "../receiver.ts";
import { readRetryAfter } from "../retry-rule.ts";
import { failIfGone } from "./fail-if-gone.ts";
import { fetchVideo, saveInlineVideo } from "./fetch-video.ts";
import { redactReply } from "./redact-reply.ts";
import { type JsonReply, requestJson } from "./request-json.ts";
import type { VideoUpstream } from "./video-target.ts";

/** Room for four videos in base64. */
const LARGEST_OPERATION = 160 * 1024 * 1024;

export function createOperationProvider(target: VideoUpstream): VideoProvider {
  const { upstream } = target;
  const { idempotent } = upstream.videos;
  const headers = upstream.requestHeaders["google-operations"]?.reply ?? {};

  /** A proxy may return URLs of Google's own files: those that need a key there are available here. */
  function addressHere({ origin, pathname }: URL): URL | undefined {
    const [file] = /\/files\/[^/]+:download$/.exec(pathname) ?? [];
    return file && origin !== upstream.origin && !escapesBasePath(file)
      ? new URL(`${upstream.baseUrl}${file}?alt=media`)
      : undefined;
  }

  return {
    idempotent,
    dropped: listDroppedFields,
    checkModel: (model) => void formatModelPath(model),

    async start(job, { signal }) {
      const path = `${formatModelPath(job.call.model)}:predictLongRunning`;
      const body = JSON.stringify(await writeRequest(job));
      const sent = { ...headers, "idempotency-key": job.key };
      const request = { method: "POST", path, headers: sent, body, once: !idempotent } as const;
      const { json, headers: answered } = await requestJson(target, request, {
        signal,
        largestBytes: LARGEST_OPERATION,
      });
      const reference = asText(json.name);
      if (reference !== undefined) {
        // A task that cannot be polled has not started.
        getPath(reference);
        return { reference, ...readPollDelay(answered), raw: redactReply(upstream, json) };
      }
      throw errors.upstreamOperationWithoutName({ provider: upstream.id });
    },

    async check({ reference }, { signal }) {
      try {
        const request = { method: "GET", path: getPath(reference), headers } as const;
        return readReply(await requestJson(target, request, { signal, largestBytes: LARGEST_OPERATION }));
      } catch (error) {
        return failIfGone(error, { upstream, reference });
      }
    },

    async fetchOutput(_job, output, { signal, file }) {
      if (output.base64 !== undefined) return saveInlineVideo(target, { base64: output.base64, file });
      const url = readAddress(output);
      if (!url) throw errors.upstreamVideoAddressInvalid({ provider: upstream.id });
      try {
        return await fetchVideo(target, { url, headers, file, signal });
      } catch (error) {
        const here = addressHere(url);
        if (here && isRefusal(error)) return fetchVideo(target, { url: here, headers, file, signal });
        throw error;
      }
    },

    async cancel({ reference }) {
      const path = `${getPath(reference)}:cancel`;
      // Not every model's operations can be cancelled.
      await requestJson(target, { method: "POST", path, headers, body: "{}" }, {}).catch(() => {});
    },
  };

  function getPath(reference: string): string {
    const path = encodePath(reference);
    if (path !== undefined) return `/${path}`;
    throw errors.upstreamOperationNameUnsafe({ provider: upstream.id });
  }

  function readReply({ json, headers: answered }: JsonReply): VideoProgress {
    const raw = redactReply(upstream, json);
    const progress = readOperation(json, upstream.id);
    // The error is shown, so it is read from the reply after redaction.
    if (progress.state === "failed") return { ...readOperation(raw, upstream.id), raw };
    return { ...progress, ...readPollDelay(answered), raw };
  }
}

function readPollDelay(headers: ResponseHeaders): { pollAfterMs?: number } {
  const pollAfterMs = readRetryAfter(headers);
  return pollAfterMs === undefined ? {} : { pollAfterMs };
}

function isRefusal(error: unknown): boolean {
  return GatewayError.isInstance(error) && (error.status === 401 || error.status === 403);
}

function readAddress({ uri }: VideoOutput): URL | undefined {
  const url = uri !== undefined && URL.canParse(uri) ? new URL(uri) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}
