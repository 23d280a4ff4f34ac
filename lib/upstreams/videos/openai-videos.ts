/** Videos of an upstream that has the `/videos` routes (wire-formats §6.1, §6.2). */
import type {
  StartedVideoJob,
  VideoFailure,
  VideoJob,
  VideoProgress,
  VideoSource,
} from "#lib/canonical/video-source.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { ResponseHeaders } from "../receiver.ts";
import { readRetryAfter } from "../retry-rule.ts";
import type { RequestBody, UpstreamRequest } from "../send.ts";
import {
  asObject,
  asPercent,
  asText,
  exchangeJson,
  type JsonReply,
  malformed,
  type VideoUpstream,
} from "./exchange.ts";
import { failedIfGone } from "./failed-if-gone.ts";
import { fetchVideo } from "./fetch-video.ts";
import { keptReply } from "./kept-reply.ts";
import { droppedByOpenAiVideos, writeFields, writeForm, writeJson, writeRemix } from "./openai-videos-request.ts";

const QUEUED = new Set(["queued", "pending", "submitted", "not_started"]);
const COMPLETED = new Set(["completed", "succeeded", "success"]);
const FAILED = new Set(["failed", "error", "cancelled", "canceled", "expired", "rejected"]);

export function createOpenAiVideos(target: VideoUpstream): VideoSource {
  const { upstream } = target;
  const headers = upstream.requestHeaders["openai-videos"]?.reply ?? {};

  function post(path: string, job: VideoJob, body: RequestBody, signal: AbortSignal): Promise<JsonReply> {
    const request: UpstreamRequest = {
      method: "POST",
      path,
      headers: { ...headers, ...body.headers, "idempotency-key": job.key },
      body: body.content,
      once: !upstream.videos.idempotent,
    };
    return exchangeJson(target, request, { signal });
  }

  async function create(job: VideoJob, signal: AbortSignal): Promise<JsonReply> {
    const fields = writeFields(job);
    if (job.call.image) return post("/videos", job, await writeForm(fields, job), signal);
    try {
      return await post("/videos", job, writeJson(fields), signal);
    } catch (error) {
      // Some servers read a form alone: they found no field in this body.
      if (!GatewayError.isInstance(error) || (error.status !== 415 && error.status !== 422)) throw error;
      return post("/videos", job, await writeForm(fields, job), signal);
    }
  }

  function remix(job: VideoJob, signal: AbortSignal): Promise<JsonReply> {
    if (job.remixReference === undefined) throw remixElsewhere(upstream.id);
    return post(`${pathOf(job.remixReference)}/remix`, job, writeJson(writeRemix(job)), signal);
  }

  return {
    idempotent: upstream.videos.idempotent,
    dropped: droppedByOpenAiVideos,

    async start(job, { signal }) {
      const { json } = job.call.remix ? await remix(job, signal) : await create(job, signal);
      const reference = asText(json.id);
      if (reference === undefined) throw malformed(upstream, "a video task without an id");
      return { reference, raw: keptReply(upstream, json) };
    },

    async check({ reference }, { signal }) {
      const request: UpstreamRequest = { method: "GET", path: pathOf(reference), headers };
      try {
        const reply = await exchangeJson(target, request, { signal });
        return readTask(target, reply);
      } catch (error) {
        return failedIfGone(error, { upstream, reference });
      }
    },

    fetchOutput: ({ reference }, _output, { signal, file }) =>
      fetchVideo(target, {
        url: new URL(`${upstream.baseUrl}${pathOf(reference)}/content`),
        headers,
        file,
        signal,
      }),

    async cancel({ reference }: StartedVideoJob) {
      const request: UpstreamRequest = { method: "DELETE", path: pathOf(reference), headers };
      // Many can only delete what is finished.
      await exchangeJson(target, request, {}).catch(() => {});
    },
  };
}

function pathOf(reference: string): string {
  return `/videos/${encodeURIComponent(reference)}`;
}

function readTask({ upstream }: VideoUpstream, { json, headers }: JsonReply): VideoProgress {
  const raw = keptReply(upstream, json);
  const status = asText(raw.status)?.toLowerCase();
  if (status === undefined) throw malformed(upstream, "a video task without a status");
  if (COMPLETED.has(status)) return { state: "completed", outputs: [{}], raw };
  if (FAILED.has(status)) return { state: "failed", error: readFailure(raw.error, { id: upstream.id, status }), raw };
  const progress = asPercent(raw.progress);
  const pollAfterMs = readPollAfter(headers);
  return {
    // A word that nobody knows is no end.
    state: QUEUED.has(status) ? "queued" : "in_progress",
    ...(progress !== undefined ? { progress } : {}),
    ...(pollAfterMs !== undefined ? { pollAfterMs } : {}),
    raw,
  };
}

function readPollAfter(headers: ResponseHeaders): number | undefined {
  const after = Number(headers["openai-poll-after-ms"] ?? Number.NaN);
  return after >= 0 ? after : readRetryAfter(headers);
}

function readFailure(error: unknown, { id, status }: { id: string; status: string }): VideoFailure {
  const { code, message, type } = asObject(error) ?? { message: error };
  const kind = asText(type);
  return {
    code: asText(code) ?? "upstream_failed",
    message: asText(message) ?? `The upstream "${id}" gave no reason: its task is ${status}.`,
    ...(kind !== undefined ? { type: kind } : {}),
  };
}

function remixElsewhere(id: string): GatewayError {
  return new GatewayError({
    status: 400,
    message: `The video was not made by the upstream "${id}", which can only remix its own. Create a new video from a prompt.`,
    code: "remix_elsewhere",
  });
}
