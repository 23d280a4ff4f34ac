/** Stub upstreams of both video dialects on loopback, with scripted poll results and injected faults. */
import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import {
  jsonReply,
  type StubHandler,
  type StubRequest,
  type StubUpstream,
  startStubUpstream,
} from "./stub-upstream.ts";
import { tinyMp4 } from "./tiny-mp4.ts";

/** Key that the upstreams require; it must not reach any client. */
export const UPSTREAM_KEY = "upstream-key-0123456789";

type Fault = { method: string; path: RegExp; handler: StubHandler; times: number };

type Scripted = {
  /** Result of each poll of a task, in order; the last one repeats. */
  looks: Record<string, unknown>[];
  /** Bytes of its video. */
  video: Buffer;
  /** True when a start with an earlier key returns that key's task. */
  idempotent: boolean;
  /** Delay before a task of `/v1/videos` starts, in milliseconds. */
  startMs: number;
  /** Returns the number of tasks started so far. */
  started(): number;
  /** Answers the next requests of this kind in place of the stub. */
  failNext(method: string, path: RegExp, handler: StubHandler, times?: number): void;
};

export type VideoStub = StubUpstream & Scripted;

/** Serves `/v1/videos`; a look has the fields beside the task's own: `{ status: "in_progress", progress: 40 }`. */
export function startVideoTaskStub(): Promise<VideoStub> {
  return startStub(async (request, response, { stub, task }) => {
    const { method } = request;
    const path = request.path.replace(/^\/v1/, "").replace(/\?.*$/, "");
    if (request.headers.authorization !== `Bearer ${UPSTREAM_KEY}`) return refuse(request, response);
    if (method === "POST" && /^\/videos(?:\/[^/]+\/remix)?$/.test(path)) {
      if (stub.startMs > 0) await delay(stub.startMs);
      const id = task.start(request.headers["idempotency-key"], "vid");
      return jsonReply({ ...taskOf(id), status: "queued", progress: 0 }, SOON)(request, response);
    }
    const [, id = "", content] = /^\/videos\/([^/]+)(\/content)?$/.exec(path) ?? [];
    if (!task.has(id)) return jsonReply({ error: { message: `No video ${id}.` } }, { status: 404 })(request, response);
    if (content) return sendBytes(stub.video)(request, response);
    if (method === "DELETE") return jsonReply({ id, object: "video.deleted", deleted: true })(request, response);
    return jsonReply({ ...taskOf(id), ...task.look(id) }, SOON)(request, response);
  });
}

/** Poll delay: short, so that tests do not wait. */
const SOON = { headers: { "retry-after-ms": "20" } };

function taskOf(id: string): Record<string, unknown> {
  return {
    id,
    object: "video",
    model: "stub-video",
    created_at: 1,
    prompt: "p",
    size: "1280x720",
    seconds: "4",
    engine: "stub",
  };
}

/**
 * Speaks `:predictLongRunning`; a look is the operation beside its name. Its files are on `storage`, another origin, to
 * which it redirects whoever comes with its key.
 */
export async function startOperationStub(): Promise<VideoStub & { storage: StubUpstream }> {
  const storage = await startStubUpstream();
  const stub = await startStub((request, response, { task }) => {
    const { path, method, headers } = request;
    const inAddress = new URL(path, "http://stub").searchParams.get("key");
    if ((headers["x-goog-api-key"] ?? inAddress) !== UPSTREAM_KEY) return refuse(request, response);
    if (method === "POST" && path.endsWith(":predictLongRunning")) {
      const id = task.start(headers["idempotency-key"], "op");
      return jsonReply({ name: `models/veo/operations/${id}` }, SOON)(request, response);
    }
    if (/\/files\/[^/]+:download/.test(path)) {
      return redirectTo(`${storage.url}/signed/v.mp4?signature=abc`)(request, response);
    }
    const [, id = "", cancel] = /\/operations\/([^/:]+)(:cancel)?$/.exec(path) ?? [];
    if (!task.has(id)) {
      return jsonReply({ error: { code: 404, message: "No such operation.", status: "NOT_FOUND" } }, { status: 404 })(
        request,
        response,
      );
    }
    if (cancel) return jsonReply({})(request, response);
    return jsonReply({ name: `models/veo/operations/${id}`, ...task.look(id) }, SOON)(request, response);
  });
  storage.respondWith((request, response) => sendBytes(stub.video)(request, response));
  // As Google's own base URL ends.
  const url = stub.url.replace(/\/v1$/, "/v1beta");
  const { close: closeStub } = stub;
  const close = async () => {
    await closeStub();
    await storage.close();
  };
  return Object.assign(stub, { url, storage, close });
}

type Tasks = {
  /** @returns the id of a new task, or of the one that was started with this key */
  start(key: string | string[] | undefined, prefix: string): string;
  has(id: string): boolean;
  look(id: string): Record<string, unknown>;
};

type Answer = (
  request: StubRequest,
  response: ServerResponse,
  context: { stub: Scripted; task: Tasks },
) => void | Promise<void>;

async function startStub(answer: Answer): Promise<VideoStub> {
  const faults: Fault[] = [];
  const ids = new Map<string, { id: string; looks: number }>();
  const find = (id: string) => [...ids.values()].find((task) => task.id === id);
  const scripted: Scripted = {
    looks: [],
    video: tinyMp4(),
    idempotent: true,
    startMs: 0,
    started: () => ids.size,
    failNext: (method, path, handler, times = 1) => void faults.push({ method, path, handler, times }),
  };
  const task: Tasks = {
    start(key, prefix) {
      const name = stub.idempotent && key ? String(key) : String(ids.size);
      const known = ids.get(name) ?? { id: `${prefix}-${ids.size + 1}`, looks: 0 };
      ids.set(name, known);
      return known.id;
    },
    has: (id) => find(id) !== undefined,
    look(id) {
      const { looks } = stub;
      const found = find(id);
      const look = looks[Math.min(found?.looks ?? 0, looks.length - 1)] ?? {};
      if (found) found.looks++;
      return look;
    },
  };
  const upstream = await startStubUpstream();
  const stub: VideoStub = Object.assign(upstream, scripted);
  upstream.respondWith((request, response) => {
    const fault = faults.find(
      ({ method, path, times }) => times > 0 && method === request.method && path.test(request.path),
    );
    if (!fault) return answer(request, response, { stub, task });
    fault.times--;
    return fault.handler(request, response);
  });
  return stub;
}

function refuse(...[request, response]: Parameters<StubHandler>): void | Promise<void> {
  return jsonReply(
    { error: { code: 401, message: "The key is not known.", status: "UNAUTHENTICATED" } },
    { status: 401 },
  )(request, response);
}

export function redirectTo(location: string, status = 302): StubHandler {
  return (_request, response) => void response.writeHead(status, { location }).end();
}

export type BytesOptions = {
  /** After so many bytes the connection is cut. */
  cutAfter?: number;
  /** Waited for before the cut: what is on the way when a connection breaks is lost. */
  beforeCut?: () => Promise<unknown>;
  /** When false, clients cannot know the file's length. */
  withLength?: boolean;
  etag?: string;
  type?: string;
};

/** A file, or the requested part of it. */
export function sendBytes(
  bytes: Buffer,
  { cutAfter, beforeCut, withLength = true, etag = '"1"', type = "video/mp4" }: BytesOptions = {},
): StubHandler {
  return async (request, response) => {
    const start = rangeStart(request, etag);
    const part = bytes.subarray(start);
    response.writeHead(start > 0 ? 206 : 200, {
      "content-type": type,
      etag,
      ...(withLength ? { "content-length": part.length } : {}),
      ...(start > 0 ? { "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {}),
    });
    if (cutAfter === undefined) {
      response.end(part);
      return;
    }
    await new Promise((resolve) => response.write(part.subarray(0, cutAfter), resolve));
    await beforeCut?.();
    response.destroy();
  };
}

function rangeStart({ headers }: StubRequest, etag: string): number {
  const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
  return headers["if-range"] === undefined || headers["if-range"] === etag ? start : 0;
}
