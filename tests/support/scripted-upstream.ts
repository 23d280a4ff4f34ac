/** An upstream without a network: a test sees each request as it is dispatched, and answers it step by step. */
import type { Dispatcher } from "undici";
import type { UpstreamSettings } from "#lib/config/upstream-settings.ts";
import { writeUpstreamHeaders } from "#lib/dialects/all-dialects.ts";
import { createUpstream, type Upstream } from "#lib/upstreams/upstream.ts";

export type ScriptedRequest = {
  path: string;
  body: string;
  /** The gateway has cancelled it. */
  aborted: boolean;
  paused: boolean;
  answer(status: number, headers?: Record<string, string>): void;
  data(text: string): void;
  end(): void;
  fail(error: Error): void;
};

export type ScriptedUpstream = { upstream: Upstream; requests: ScriptedRequest[] };

const SETTINGS: UpstreamSettings = {
  id: "scripted",
  source: "file",
  baseUrl: "http://upstream.test/v1",
  apiKey: "sk-scripted",
  headers: {},
  dialects: ["openai-chat"],
  media: [],
  lane: "relay",
  videos: { idempotent: false },
  responses: { background: false, webSocket: false },
  timeouts: { connectMs: 1_000, firstByteMs: 1_000, idleMs: 1_000, totalMs: 60_000 },
  retries: { attempts: 0, maxDelayMs: 0 },
};

export function createScriptedUpstream(settings: Partial<UpstreamSettings> = {}): ScriptedUpstream {
  const requests: ScriptedRequest[] = [];
  const pool = {
    dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
      requests.push(createRequest(options, handler));
      return true;
    },
  };
  const upstream = createUpstream({ ...SETTINGS, ...settings }, writeUpstreamHeaders, "/models");
  return { upstream: { ...upstream, pool: pool as Upstream["pool"] }, requests };
}

function createRequest(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): ScriptedRequest {
  const controller = {
    abort(error: Error) {
      if (request.aborted) return;
      request.aborted = true;
      handler.onResponseError?.(controller, error);
    },
    pause() {
      request.paused = true;
    },
    resume() {
      request.paused = false;
    },
  } as Dispatcher.DispatchController;
  const request: ScriptedRequest = {
    path: options.path,
    body: String(options.body),
    aborted: false,
    paused: false,
    answer: (status, headers = {}) => handler.onResponseStart?.(controller, status, headers, ""),
    data: (text) => handler.onResponseData?.(controller, Buffer.from(text)),
    end: () => handler.onResponseEnd?.(controller, {}),
    fail: (error) => handler.onResponseError?.(controller, error),
  };
  handler.onRequestStart?.(controller, {});
  return request;
}
