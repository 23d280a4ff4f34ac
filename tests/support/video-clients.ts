/** Clients of both video APIs, and what their answers have in common. */
import { expect } from "vitest";
import { ADMIN_KEY } from "./gateway.ts";

export const shapes = ["openai-videos", "google-operations"] as const;
export type Shape = (typeof shapes)[number];

const AUTHORIZED = { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" };

type Wish = {
  shape: Shape;
  model: string;
  seconds?: number;
  /** For Google's API. */
  parameters?: Record<string, unknown>;
  /** For `/v1/videos`. */
  fields?: Record<string, unknown>;
};

/** @returns the task's key, the same in both dialects, and the response's headers */
export async function createVideo(
  url: string,
  { shape, model, seconds, parameters, fields }: Wish,
): Promise<{ key: string; headers: Record<string, string> }> {
  const prompt = "A lighthouse at dusk";
  const [path, body] =
    shape === "openai-videos"
      ? ["/v1/videos", { model, prompt, ...(seconds ? { seconds: String(seconds) } : {}), ...fields }]
      : [
          `/v1beta/models/${model}:predictLongRunning`,
          { instances: [{ prompt }], parameters: { ...(seconds ? { durationSeconds: seconds } : {}), ...parameters } },
        ];
  const response = await fetch(url + path, { method: "POST", headers: AUTHORIZED, body: JSON.stringify(body) });
  const json = await response.json();
  expect(response.status, JSON.stringify(json)).toBe(200);
  const key = String(json.id ?? json.name).replace(/^.*[_/]/, "");
  return { key, headers: Object.fromEntries(response.headers) };
}

export type VideoReading = {
  state: "queued" | "in_progress" | "completed" | "failed";
  progress: number;
  error?: { code: unknown; message: string };
  /** The whole response. */
  text: string;
  /** The finished video, where this API says that it is. */
  content(): Promise<Response>;
};

export async function readVideo(url: string, { shape, key }: { shape: Shape; key: string }): Promise<VideoReading> {
  const path = shape === "openai-videos" ? `/v1/videos/video_${key}` : `/v1beta/operations/${key}`;
  const response = await fetch(url + path, { headers: AUTHORIZED });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  const json = JSON.parse(text);
  if (shape === "openai-videos") {
    return {
      state: json.status === "pending" ? "queued" : json.status,
      progress: json.progress,
      ...(json.error ? { error: json.error } : {}),
      text,
      content: () => fetch(`${url}${path}/content`, { headers: AUTHORIZED }),
    };
  }
  return {
    state: json.error ? "failed" : json.done ? "completed" : "in_progress",
    progress: json.metadata.progressPercent,
    ...(json.error ? { error: json.error } : {}),
    text,
    content() {
      // Its origin may be the public one; the gateway under test is at `url`.
      const { pathname, search } = new URL(json.response.generateVideoResponse.generatedSamples[0].video.uri);
      return fetch(url + pathname + search, { headers: { "x-goog-api-key": ADMIN_KEY } });
    },
  };
}

/** @param timeout longer for a video that is rendered here, in milliseconds */
export async function untilEnded(
  url: string,
  task: { shape: Shape; key: string },
  timeout = 12_000,
): Promise<VideoReading> {
  let reading = await readVideo(url, task);
  await expect
    .poll(
      async () => {
        reading = await readVideo(url, task);
        return reading.state;
      },
      { timeout, interval: 20 },
    )
    .toMatch(/completed|failed/);
  return reading;
}
