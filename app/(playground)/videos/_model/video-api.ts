/** The gateway's video routes, as the page calls them: with the session cookie in place of a key. */
import { askGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import { type RouteFacts, readRouteFacts } from "#lib/playground/models/route-facts.ts";
import { contentPath, operationPath, pathOf, readVideoId, VIDEOS } from "#lib/playground/videos/task-address.ts";
import type { SendableVideo } from "#lib/playground/videos/video-request.ts";
import { readVideoTask, type VideoTask } from "#lib/playground/videos/video-task.ts";

export type VideoPage = {
  tasks: VideoTask[];
  /** Where the next page begins; absent on the last. */
  after?: string;
  /** Milliseconds that the server asks to wait before the next look. */
  pollAfter?: number;
};

export type CreatedVideo = {
  task: VideoTask;
  /** Of the response, one a line. */
  headers: string;
  route: RouteFacts;
};

/** One shape of a task as it came: what the wire view shows. */
export type TaskShape = { path: string; status: number; headers: string; body: string };

export type VideoApi = ReturnType<typeof createVideoApi>;

/** A difference below this is the length of the way, and the seconds of the `Date` header. */
const SMALLEST_SKEW = 2000;
const PAGE_SIZE = 24;

export function createVideoApi({
  fetch: send = fetch,
  clock = Date.now,
}: {
  fetch?: typeof fetch;
  clock?: () => number;
} = {}) {
  /** What to add to this computer's clock to have the server's. */
  let skew = 0;

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await askGateway(path, init, send);
    const difference = Date.parse(response.headers.get("date") ?? "") - clock();
    if (!Number.isNaN(difference)) skew = Math.abs(difference) < SMALLEST_SKEW ? 0 : difference;
    return response;
  }

  async function succeed(path: string, init: RequestInit = {}): Promise<Response> {
    return requireGood(await ask(path, init));
  }

  async function get(id: string, signal?: AbortSignal): Promise<VideoTask> {
    return readVideoTask(await (await succeed(pathOf(id), { signal })).json());
  }

  return {
    /** Milliseconds on the server's clock, by which its times are meant. */
    now: () => clock() + skew,
    get,

    /** The key's own tasks, newest first. */
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

    /** @param key of idempotency: the same request sent again under it makes no second task */
    async create({ path, body }: Pick<SendableVideo, "path" | "body">, key: string): Promise<CreatedVideo> {
      const response = await succeed(path, {
        method: "POST",
        // A form brings its own content type, with its boundary.
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

    /** Deletes a task and its files, and stops its work if it is under way. One that is gone already is fine. */
    async remove(id: string): Promise<void> {
      const response = await ask(pathOf(id), { method: "DELETE" });
      if (response.status !== 404) await requireGood(response);
    },

    /** What the gateway says when it is asked for the video itself: 200, or why it does not give it. */
    contentStatus: async (id: string): Promise<number> => (await ask(contentPath(id), { method: "HEAD" })).status,

    /** The same task as a Video object and as an operation. */
    shapes: (id: string, signal?: AbortSignal): Promise<TaskShape[]> =>
      Promise.all(
        [pathOf(id), operationPath(id)].map(async (path) => {
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
