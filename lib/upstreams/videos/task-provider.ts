/** Videos of an upstream with the `/videos` routes (wire-formats §6.1, §6.2). */
import type { VideoJob, VideoProvider } from "#lib/canonical/video-provider.ts";
import { readTask } from "#lib/dialects/openai-videos/reply.ts";
import { listDroppedFields, writeRemix, writeRequest } from "#lib/dialects/openai-videos/write-request.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { asText } from "#lib/http/loose-json.ts";
import { encodeSegment } from "#lib/http/url-path.ts";
import type { ResponseHeaders } from "../receiver.ts";
import { readRetryAfter } from "../retry-rule.ts";
import type { RequestBody } from "../send.ts";
import { failIfGone } from "./fail-if-gone.ts";
import { fetchVideo } from "./fetch-video.ts";
import { redactReply } from "./redact-reply.ts";
import { type JsonReply, requestJson } from "./request-json.ts";
import { createFormBody, createJsonBody } from "./task-form.ts";
import type { VideoUpstream } from "./video-target.ts";

export function createTaskProvider(target: VideoUpstream): VideoProvider {
  const { upstream } = target;
  const { idempotent } = upstream.videos;
  const headers = upstream.requestHeaders["openai-videos"]?.reply ?? {};

  function post(path: string, body: RequestBody, { key, signal }: Posting): Promise<JsonReply> {
    const sent = { ...headers, ...body.headers, "idempotency-key": key };
    const request = { method: "POST", path, headers: sent, body: body.content, once: !idempotent } as const;
    return requestJson(target, request, { signal });
  }

  async function create(job: VideoJob, signal: AbortSignal): Promise<JsonReply> {
    const fields = writeRequest(job);
    const posting = { key: job.key, signal };
    if (job.call.image) return post("/videos", await createFormBody(fields, job), posting);
    try {
      return await post("/videos", createJsonBody(fields), posting);
    } catch (error) {
      // Some servers only read forms: they found no field in this body.
      if (!GatewayError.isInstance(error) || (error.status !== 415 && error.status !== 422)) throw error;
      return post("/videos", await createFormBody(fields, job), posting);
    }
  }

  function remix(job: VideoJob, signal: AbortSignal): Promise<JsonReply> {
    if (job.remixReference === undefined) throw errors.remixOfOtherProvider({ provider: upstream.id });
    return post(`${getPath(job.remixReference)}/remix`, createJsonBody(writeRemix(job)), { key: job.key, signal });
  }

  function getPath(reference: string): string {
    const segment = encodeSegment(reference);
    if (segment !== undefined) return `/videos/${segment}`;
    throw errors.upstreamTaskIdUnsafe({ provider: upstream.id });
  }

  return {
    idempotent,
    dropped: listDroppedFields,

    async start(job, { signal }) {
      const { json, headers: answered } = job.call.remix ? await remix(job, signal) : await create(job, signal);
      const reference = asText(json.id);
      if (reference !== undefined) {
        // A task that cannot be polled has not started.
        getPath(reference);
        return { reference, ...readPollDelay(answered), raw: redactReply(upstream, json) };
      }
      throw errors.upstreamTaskWithoutId({ provider: upstream.id });
    },

    async check({ reference }, { signal }) {
      try {
        const request = { method: "GET", path: getPath(reference), headers } as const;
        const reply = await requestJson(target, request, { signal });
        const raw = redactReply(upstream, reply.json);
        const progress = readTask(raw, upstream.id);
        if (progress) return { ...progress, ...readPollDelay(reply.headers), raw };
      } catch (error) {
        return failIfGone(error, { upstream, reference });
      }
      throw errors.upstreamTaskWithoutStatus({ provider: upstream.id });
    },

    fetchOutput({ reference }, _output, { signal, file }) {
      const url = new URL(`${upstream.baseUrl}${getPath(reference)}/content`);
      return fetchVideo(target, { url, headers, file, signal });
    },

    async cancel({ reference }) {
      // Many upstreams can only delete finished tasks.
      await requestJson(target, { method: "DELETE", path: getPath(reference), headers }, {}).catch(() => {});
    },
  };
}

type Posting = { key: string; signal: AbortSignal };

function readPollDelay(headers: ResponseHeaders): { pollAfterMs?: number } {
  const statedMs = Number(headers["openai-poll-after-ms"] ?? Number.NaN);
  const pollAfterMs = statedMs >= 0 ? statedMs : readRetryAfter(headers);
  return pollAfterMs === undefined ? {} : { pollAfterMs };
}
