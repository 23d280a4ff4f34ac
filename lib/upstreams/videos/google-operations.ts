/** Videos of an upstream that has `:predictLongRunning` and its operations (wire-formats §6.3, §6.4): Gemini's Veo. */
import type { StartedVideoJob, VideoOutput, VideoSource } from "#lib/canonical/video-source.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { UpstreamRequest } from "../send.ts";
import { asText, exchangeJson, malformed, type VideoUpstream } from "./exchange.ts";
import { failedIfGone } from "./failed-if-gone.ts";
import { fetchVideo, saveInlineVideo } from "./fetch-video.ts";
import { readOperation } from "./google-operations-reply.ts";
import { droppedByGoogleOperations, writePrediction } from "./google-operations-request.ts";
import { keptReply } from "./kept-reply.ts";

/** Four videos in base64. */
const LARGEST_OPERATION = 160 * 1024 * 1024;

export function createGoogleOperations(target: VideoUpstream): VideoSource {
  const { upstream } = target;
  const headers = upstream.requestHeaders["google-operations"]?.reply ?? {};

  return {
    idempotent: upstream.videos.idempotent,
    dropped: droppedByGoogleOperations,

    async start(job, { signal }) {
      const request: UpstreamRequest = {
        method: "POST",
        path: `/${modelPath(job.call.model)}:predictLongRunning`,
        headers: { ...headers, "idempotency-key": job.key },
        body: JSON.stringify(await writePrediction(job)),
        once: !upstream.videos.idempotent,
      };
      const { json } = await exchangeJson(target, request, { signal, largestBytes: LARGEST_OPERATION });
      const reference = asText(json.name);
      if (reference !== undefined) return { reference, raw: keptReply(upstream, json) };
      throw malformed(upstream, "an operation without a name");
    },

    async check({ reference }, { signal }) {
      const request: UpstreamRequest = { method: "GET", path: operationPath(reference), headers };
      try {
        const reply = await exchangeJson(target, request, { signal, largestBytes: LARGEST_OPERATION });
        const { id } = upstream;
        const progress = readOperation(reply.json, { id, headers: reply.headers });
        const raw = keptReply(upstream, reply.json);
        return progress.state === "failed" ? { ...readOperation(raw, { id, headers: {} }), raw } : { ...progress, raw };
      } catch (error) {
        return failedIfGone(error, { upstream, reference });
      }
    },

    async fetchOutput(_job, output, { signal, file }) {
      if (output.base64 !== undefined) return saveInlineVideo(target, { base64: output.base64, file });
      const fetching = { headers, file, signal };
      const url = addressOf(output);
      if (!url) throw malformed(upstream, "the address of a video that this gateway cannot fetch from");
      try {
        return await fetchVideo(target, { ...fetching, url });
      } catch (error) {
        const own = ownAddress(url);
        if (own && isRefusal(error)) return fetchVideo(target, { ...fetching, url: own });
        throw error;
      }
    },

    async cancel({ reference }: StartedVideoJob) {
      const request: UpstreamRequest = {
        method: "POST",
        path: `${operationPath(reference)}:cancel`,
        headers,
        body: "{}",
      };
      // Not every model's operations can be.
      await exchangeJson(target, request, {}).catch(() => {});
    },
  };

  /** A proxy of Google's API may pass on addresses of Google's own files, for which it has the key and we have its. */
  function ownAddress({ origin, pathname }: URL): URL | undefined {
    const [file] = /\/files\/[^/]+:download$/.exec(pathname) ?? [];
    return file && origin !== upstream.origin ? new URL(`${upstream.baseUrl}${file}?alt=media`) : undefined;
  }
}

function isRefusal(error: unknown): boolean {
  return GatewayError.isInstance(error) && (error.status === 401 || error.status === 403);
}

function addressOf({ uri }: VideoOutput): URL | undefined {
  const url = uri !== undefined && URL.canParse(uri) ? new URL(uri) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** `models/` stands before a bare name. */
function modelPath(model: string): string {
  return encodePath(model.includes("/") ? model : `models/${model}`);
}

function operationPath(name: string): string {
  return `/${encodePath(name)}`;
}

/** Slashes stay. */
function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
