/**
 * One of three instances, whose files are in a bucket, is killed in the middle of its work: nothing accepted is lost, and
 * nothing is paid for twice.
 */

import { setTimeout as delay } from "node:timers/promises";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ADMIN_KEY, AUTHORIZED } from "../support/gateway.ts";
import { startVideoTaskStub, UPSTREAM_KEY, type VideoStub } from "../support/stub-videos.ts";
import { DONE, upstreamOf } from "../support/video-gateway.ts";
import { type CountingUpstream, startCountingUpstream } from "./counting-upstream.ts";
import { type Cluster, startCluster } from "./start-cluster.ts";

const VIDEOS = 20;
/** The sandbox renders these of the videos itself. */
const RENDERED = 2;
const STREAMS = 50;
const BACKGROUND = 20;
const TAKE_OVER_MS = 30_000;

let cluster: Cluster;
let missing = "";
let texts: CountingUpstream;
let clips: VideoStub;

beforeAll(async () => {
  texts = await startCountingUpstream({ pieces: 40, pieceMs: 150 });
  clips = await startVideoTaskStub();
  clips.looks = [...Array.from({ length: 40 }, () => ({ status: "in_progress", progress: 30 })), DONE];
  clips.idempotent = false;
  const started = await startCluster({
    config: {
      sandbox: { tokensPerSecond: 40 },
      videos: { concurrency: 1 },
      upstreams: {
        texts: { baseUrl: texts.url, retries: { attempts: 0 } },
        clips: { ...upstreamOf(clips.url, "openai-videos"), videos: { idempotent: false } },
      },
    },
    environment: { VIDEO_KEY: UPSTREAM_KEY },
    hasBucket: true,
  });
  if (typeof started === "string") missing = started;
  else cluster = started;
}, 120_000);
beforeEach(({ skip }) => {
  if (missing) skip(missing);
});
afterAll(async () => {
  await cluster?.close();
  await texts?.close();
  await clips?.close();
});

async function call<Body>(method: string, path: string, body?: unknown, secret = ADMIN_KEY): Promise<Body> {
  const headers = { ...AUTHORIZED, authorization: `Bearer ${secret}` };
  const response = await fetch(cluster.url + path, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await response.json()) as Body;
}

type Streamed = { job: string; text: string; failed: boolean };

/** Reads a stream to its end with one of the three SDKs; `failed` when it says that the stream broke. */
async function stream(index: number): Promise<Streamed> {
  const job = `job-stream-${index}`;
  const content = `Write ${job}`;
  const streamed: Streamed = { job, text: "", failed: false };
  const options = { apiKey: ADMIN_KEY, maxRetries: 0 };
  try {
    if (index % 3 === 0) {
      const client = new OpenAI({ ...options, baseURL: `${cluster.url}/v1` });
      const messages = [{ role: "user" as const, content }];
      const chunks = await client.chat.completions.create({ model: "texts/m", messages, stream: true });
      let isComplete = false;
      for await (const { choices } of chunks) {
        streamed.text += choices[0]?.delta.content ?? "";
        isComplete ||= choices[0]?.finish_reason === "stop";
      }
      streamed.failed = !isComplete;
    } else if (index % 3 === 1) {
      const client = new Anthropic({ ...options, baseURL: cluster.url });
      const messages = [{ role: "user" as const, content }];
      const events = client.messages.stream({ model: "texts/m", max_tokens: 1_000, messages });
      events.on("text", (text) => {
        streamed.text += text;
      });
      await events.finalMessage();
    } else {
      const client = new GoogleGenAI({ apiKey: ADMIN_KEY, httpOptions: { baseUrl: cluster.url } });
      let isComplete = false;
      for await (const chunk of await client.models.generateContentStream({ model: "texts/m", contents: content })) {
        streamed.text += chunk.text ?? "";
        isComplete ||= chunk.candidates?.[0]?.finishReason === "STOP";
      }
      streamed.failed = !isComplete;
    }
  } catch {
    streamed.failed = true;
  }
  return streamed;
}

type Video = { id: string; status: string; error?: { message: string } };
type Response = { id: string; status: string; output_text?: string; error?: { message: string } | null };

test("streams, videos and background responses survive the end of an instance", { timeout: 240_000 }, async () => {
  const client = new OpenAI({ apiKey: ADMIN_KEY, baseURL: `${cluster.url}/v1`, maxRetries: 0 });
  const videos = await Promise.all(
    Array.from({ length: VIDEOS }, (_, index) => {
      const model = index < RENDERED ? "video-model-a" : "clips/m";
      return call<Video>("POST", "/v1/videos", { model, prompt: `Fox number ${index}`, seconds: "4" });
    }),
  );
  const responses = await Promise.all(
    Array.from({ length: BACKGROUND }, (_, index) => {
      const model = index % 2 === 0 ? "sandbox/slow-8000" : "texts/m";
      return client.responses.create({ model, input: `Write job-background-${index}`, background: true });
    }),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(BACKGROUND).fill("queued"));
  const streams = Array.from({ length: STREAMS }, (_, index) => stream(index));
  const isCalled = (index: number) => texts.calls.has(`job-stream-${index}`);
  await expect
    .poll(() => Array.from({ length: STREAMS }, (_, index) => isCalled(index)).every(Boolean), WAIT)
    .toBe(true);

  await cluster.instances[0]?.kill();
  const killedAt = performance.now();

  const streamed = await Promise.all(streams);
  const broken = streamed.filter(({ failed }) => failed);
  for (const { job, text, failed } of streamed) if (!failed) expect(text).toBe(texts.textOf(job));
  expect(broken.length, "a third of the streams ran on it").toBeLessThanOrEqual(Math.ceil(STREAMS / 3) + 1);

  const ended = new Map<string, Response>();
  const isOver = async ({ id }: { id: string }): Promise<boolean> => {
    if (ended.has(id)) return true;
    const now = (await client.responses.retrieve(id)) as unknown as Response;
    if (now.status !== "queued" && now.status !== "in_progress") ended.set(id, now);
    return ended.has(id);
  };
  const areOver = async () => (await Promise.all(responses.map(isOver))).every(Boolean);
  await expect
    .poll(areOver, { timeout: TAKE_OVER_MS + 10_000 - (performance.now() - killedAt), interval: 500 })
    .toBe(true);
  for (const [index, { id }] of responses.entries()) {
    const { status, error } = ended.get(id) as Response;
    // A call that may have been sent to an upstream is not sent again, and says so.
    if (index % 2 === 0) expect([status, error?.message]).toEqual(["completed", undefined]);
    else if (status !== "completed") expect(error?.message).toContain("not sent again");
  }

  const isDone = async ({ id }: Video) => {
    const video = await call<Video>("GET", `/v1/videos/${id}`);
    if (video.status === "failed") throw new Error(video.error?.message);
    return video.status === "completed";
  };
  const areDone = async () => (await Promise.all(videos.map(isDone))).every(Boolean);
  await expect.poll(areDone, { timeout: 60_000, interval: 500 }).toBe(true);

  for (const { id } of videos) {
    const content = await fetch(`${cluster.url}/v1/videos/${id}/content`, { headers: AUTHORIZED });
    expect([content.status, (await content.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  }
  const list = {
    object: "list",
    data: expect.arrayContaining(videos.map(({ id }) => expect.objectContaining({ id }))),
  };
  expect(await call("GET", "/v1/videos?limit=100")).toMatchObject(list);

  expect([...texts.calls].filter(([, count]) => count > 1)).toEqual([]);
  expect(clips.started()).toBe(VIDEOS - RENDERED);
  console.log(
    `${broken.length} of ${STREAMS} streams broke; all background work had ended ${Math.round((performance.now() - killedAt) / 1_000)} s after the kill.`,
  );
});

test("an instance that is paused and wakes up does not touch the work that was taken over", {
  timeout: 120_000,
}, async ({ skip }) => {
  const [, paused, other] = cluster.instances;
  if (!paused || !other) return skip("an instance is missing");
  texts.calls.clear();
  const before = clips.started();
  // All of the work begins on the one that is paused.
  cluster.use(other, false);
  const client = new OpenAI({ apiKey: ADMIN_KEY, baseURL: `${cluster.url}/v1`, maxRetries: 0 });
  const responses = await Promise.all(
    Array.from({ length: 6 }, (_, index) => {
      const model = index % 2 === 0 ? "sandbox/slow-3000" : "texts/m";
      return client.responses.create({ model, input: `Write job-paused-${index}`, background: true });
    }),
  );
  const videos = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      call<Video>("POST", "/v1/videos", { model: "clips/m", prompt: `Cat number ${index}`, seconds: "4" }),
    ),
  );
  await expect.poll(() => [texts.calls.size, clips.started() - before], WAIT).toEqual([3, 6]);
  paused.pause();
  cluster.use(other, true);
  cluster.use(paused, false);
  const read = () => Promise.all(responses.map(({ id }) => client.responses.retrieve(id)));
  const statuses = async () => (await read()).map(({ status }) => status);
  // On a slow machine some have ended before the pause.
  const isEnd = (status: unknown, index: number) => status === "completed" || (index % 2 === 1 && status === "failed");
  const areOver = async () => (await statuses()).every(isEnd);
  await expect.poll(areOver, { timeout: 40_000, interval: 500 }).toBe(true);
  const ended = await statuses();
  paused.resume();
  const states = () => Promise.all(videos.map(async ({ id }) => (await call<Video>("GET", `/v1/videos/${id}`)).status));
  await expect.poll(states, { timeout: 40_000, interval: 500 }).toEqual(Array(6).fill("completed"));
  // Time in which the instance that woke up tries to end what it had begun.
  await delay(5_000);
  expect(await statuses()).toEqual(ended);
  expect([clips.started() - before, [...texts.calls.values()]]).toEqual([6, [1, 1, 1]]);
  cluster.use(paused, true);
  expect((await fetch(`${paused.url}/readyz`)).status, "it works on").toBe(200);
});

const WAIT = { timeout: 60_000, interval: 50 };
