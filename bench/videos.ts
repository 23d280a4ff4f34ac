/**
 * Cost of the sandbox's videos: wall and CPU time of a rendering, the gateway's peak memory, and how long a chat route
 * takes with and without a rendering under way: `node bench/videos.ts [--quick]`. Writes
 * bench/results/videos-<date>.json.
 *
 * The gateway has one core to itself, which its renderer shares. Chats with and without a rendering take turns, so that
 * other load on the machine affects both alike. Read the ratio.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { runJob, saveResults } from "./measure.ts";
import { cpuMicroseconds, residentMegabytes } from "./process-cost.ts";
import { median, ratio, table } from "./report.ts";
import { type Processes, startProcesses, type Target } from "./targets.ts";

const PROMPTS = [
  "a sailing boat at sunset",
  "a fox running through snow",
  "city at night in the rain",
  "a timelapse from day to night over a lake",
];

const SECONDS = 4;
const POLL_MS = 50;
const MEMORY_SAMPLE_MS = 50;

type Video = { id: string; status: string };

async function call({ origin, key }: Target, path: string, body?: Record<string, unknown>): Promise<Video> {
  const response = await fetch(origin + path, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
  return (await response.json()) as Video;
}

function createVideo(gateway: Target, prompt: string, seconds: number): Promise<Video> {
  const body = { model: "video-model-a", prompt, seconds: String(seconds), size: "1280x720" };
  return call(gateway, "/v1/videos", body);
}

/** Ends its rendering. */
async function discard({ origin, key }: Target, { id }: Video): Promise<void> {
  await fetch(`${origin}/v1/videos/${id}`, { method: "DELETE", headers: { authorization: `Bearer ${key}` } });
}

async function untilDone(gateway: Target, { id }: Video): Promise<void> {
  for (;;) {
    const { status } = await call(gateway, `/v1/videos/${id}`);
    if (status === "completed") return;
    if (status === "failed") throw new Error(`The video ${id} failed.`);
    await delay(POLL_MS);
  }
}

/** The first rendering starts the thread and loads the codecs; it is measured as any other. */
async function measureRenderings(gateway: Target, rounds: number) {
  const rows = [];
  for (const prompt of PROMPTS) {
    const times: { milliseconds: number; cpu: number; peak: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const idle = residentMegabytes(gateway.pid) ?? 0;
      let peak = idle;
      const watch = setInterval(() => {
        peak = Math.max(peak, residentMegabytes(gateway.pid) ?? 0);
      }, MEMORY_SAMPLE_MS);
      const start = performance.now();
      const before = cpuMicroseconds(gateway.pid) ?? Number.NaN;
      await untilDone(gateway, await createVideo(gateway, prompt, SECONDS));
      const cpu = ((cpuMicroseconds(gateway.pid) ?? Number.NaN) - before) / 1000;
      clearInterval(watch);
      times.push({ milliseconds: performance.now() - start, cpu, peak });
    }
    rows.push({
      prompt,
      milliseconds: median(times.map(({ milliseconds }) => milliseconds)),
      cpu: median(times.map(({ cpu }) => cpu)),
      peakMegabytes: Math.max(...times.map(({ peak }) => peak)),
    });
  }
  return rows;
}

async function chatLatency({ load }: Processes, { origin, path, key }: Target, seconds: number) {
  const result = await runJob(load, {
    url: origin + path,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "sandbox/echo", messages: [{ role: "user", content: "Hello" }] }),
    concurrency: 2,
    seconds,
    maximumRequests: Number.MAX_SAFE_INTEGER,
  });
  if (result.failures > 0) throw new Error(`${result.failures} chats failed: ${result.failure}`);
  return { ...result.latency, requests: result.requests };
}

async function measureChats(processes: Processes, gateway: Target, rounds: number) {
  const alone: Awaited<ReturnType<typeof chatLatency>>[] = [];
  const beside: Awaited<ReturnType<typeof chatLatency>>[] = [];
  await chatLatency(processes, gateway, 1);
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await chatLatency(processes, gateway, 3));
    const video = await createVideo(gateway, PROMPTS[round % PROMPTS.length] ?? "", 12);
    await delay(300);
    beside.push(await chatLatency(processes, gateway, 3));
    await discard(gateway, video);
  }
  const middle = (list: typeof alone, share: "p50" | "p99") => median(list.map((each) => each[share]));
  return [
    { name: "nothing rendered", p50: middle(alone, "p50"), p99: middle(alone, "p99") },
    { name: "a video under way", p50: middle(beside, "p50"), p99: middle(beside, "p99") },
  ];
}

const { values } = parseArgs({ options: { quick: { type: "boolean" } } });
const dataFolder = mkdtempSync(join(tmpdir(), "parlance-bench-"));
const processes = await startProcesses(dataFolder);
try {
  const gateway = await processes.start("core");
  const renderings = await measureRenderings(gateway, values.quick ? 1 : 3);
  console.log(
    table(
      [`${SECONDS} s of 1280 × 720`, "ms", "CPU ms", "CPU ms a second", "peak MB"],
      renderings.map(({ prompt, milliseconds, cpu, peakMegabytes }) => [
        prompt,
        milliseconds.toFixed(0),
        cpu.toFixed(0),
        (cpu / SECONDS).toFixed(0),
        peakMegabytes.toFixed(0),
      ]),
    ),
  );
  const chats = await measureChats(processes, gateway, values.quick ? 2 : 6);
  const [alone] = chats;
  console.log(
    `\n${table(
      ["sandbox chats", "p50 ms", "p99 ms", "× p99"],
      chats.map(({ name, p50, p99 }) => [name, p50.toFixed(2), p99.toFixed(2), ratio(p99, alone?.p99)]),
    )}\n`,
  );
  saveResults("videos", { quick: values.quick ?? false, renderings, chats });
} finally {
  await processes.stop();
  rmSync(dataFolder, { recursive: true, force: true });
}
