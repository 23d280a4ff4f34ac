/** Client of the gateway's video routes, with the session cookie instead of a key. */
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import { type RouteFacts, readRouteFacts } from "#lib/playground/models/route-facts.ts";
import { contentPath, getPath, operationPath, readVideoId, VIDEOS } from "#lib/playground/videos/task-address.ts";
import type { SendableVideo } from "#lib/playground/videos/video-request.ts";
import { readVideoTask, type VideoTask } from "#lib/playground/videos/video-task.ts";

export type VideoPage = {
  tasks: VideoTask[];
  /** Cursor of the next page; absent on the last. */
  after?: string;
  /** Milliseconds that the server asks to wait before the next poll. */
  pollAfter?: number;
};

export type CreatedVideo = {
  task: VideoTask;
  /** Response headers, one per line. */
  headers: string;
  route: RouteFacts;
};

/** A task as one API returned it, for the inspector. */
export type TaskShape = { path: string; status: number; headers: string; body: string };

export type VideoApi = ReturnType<typeof createVideoApi>;

/**
 * Smallest clock difference that is corrected, in milliseconds. Smaller ones come from latency and from the `Date`
 * header's resolution of one second.
 */
const SMALLEST_SKEW = 2000;
const PAGE_SIZE = 24;

export function createVideoApi({
  fetch: send = fetch,
  clock = Date.now,
}: {
  fetch?: typeof fetch;
  clock?: () => number;
} = {}) {
  /** Difference from this computer's clock to the server's, in milliseconds. */
  let skew = 0;

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await callGateway(path, init, send);
    const difference = Date.parse(response.headers.get("date") ?? "") - clock();
    if (!Number.isNaN(difference)) skew = Math.abs(difference) < SMALLEST_SKEW ? 0 : difference;
    return response;
  }

  async function succeed(path: string, init: RequestInit = {}): Promise<Response> {
    return requireGood(await ask(path, init));
  }

  async function get(id: string, signal?: AbortSignal): Promise<VideoTask> {
    return readVideoTask(await (await succeed(getPath(id), { signal })).json());
  }

  return {
    /** Returns the server's time in milliseconds, which its timestamps refer to. */
    now: () => clock() + skew,
    get,

    /** Lists the key's tasks, newest first. */
    async list({ after, signal }: { after?: string; signal?: AbortSignal }): Promise<VideoPage> {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(after ? { after } : {}) });
      const response = await succeed(`${VIDEOS}?${query}`, { signal });
      const { data, last_id: last, has_more: more } = (await response.json()) as Record<string, unknown>;
      return {
        tasks: Array.isArray(data) ? data.map(readVideoTask) : [],
        ...(more === true && typeof last === "string" ? { after: last } : {}),
        ...readPollAfter(response.headers),
      };
    },

    /** Creates a task. @param key idempotency key: sending the request again with it creates no second task */
    async create({ path, body }: Pick<SendableVideo, "path" | "body">, key: string): Promise<CreatedVideo> {
      const response = await succeed(path, {
        method: "POST",
        // The browser sets the content type of a form, with its boundary.
        headers: {
          "idempotency-key": key,
          ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
        },
        body,
      });
      const answer = (await response.json()) as { name?: unknown };
      const id = typeof answer.name === "string" ? readVideoId(answer.name) : undefined;
      return {
        task: id === undefined ? readVideoTask(answer) : await get(id),
        headers: describeHead(response),
        route: readRouteFacts(response.headers),
      };
    },

    /** Deletes a task and its files, and cancels its work. Succeeds when the task no longer exists. */
    async remove(id: string): Promise<void> {
      const response = await ask(getPath(id), { method: "DELETE" });
      if (response.status !== 404) await requireGood(response);
    },

    /** Returns the status of the video's content: 200, or the status of the error. */
    contentStatus: async (id: string): Promise<number> => (await ask(contentPath(id), { method: "HEAD" })).status,

    /** Reads the task as a Video object and as an operation. */
    shapes: (id: string, signal?: AbortSignal): Promise<TaskShape[]> =>
      Promise.all(
        [getPath(id), operationPath(id)].map(async (path) => {
          const response = await ask(path, { signal });
          return {
            path,
            status: response.status,
            headers: describeHead(response),
            body: indent(await response.text()),
          };
        }),
      ),
  };
}

function readPollAfter(headers: Headers): { pollAfter?: number } {
  const wait = Number(headers.get("openai-poll-after-ms") ?? Number.NaN);
  return Number.isFinite(wait) && wait > 0 ? { pollAfter: wait } : {};
}

function describeHead(response: Response): string {
  return [`HTTP ${response.status}`, ...[...response.headers].map(([name, value]) => `${name}: ${value}`)].join("\n");
}

function indent(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
