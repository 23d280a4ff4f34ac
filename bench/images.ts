/**
 * Cost of the image routes: the relay of an edit of 20 MB beside a bare proxy, and the memory of ten large sandbox
 * pictures at once: `node bench/images.ts [--quick]`. Writes bench/results/images-<date>.json.
 *
 * The edits go to both in turn, so that other load on the machine affects both alike. Read the ratios.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { writeMultipart } from "#lib/http/multipart-body.ts";
import { saveResults } from "./measure.ts";
import { cpuMicroseconds, residentMegabytes } from "./process-cost.ts";
import { median, ratio, table } from "./report.ts";
import { type Processes, startProcesses, type Target } from "./targets.ts";

const EDIT_MEGABYTES = 20;
const WARM_UP = 3;
/** Edits per sample of CPU time: the system counts it in ticks of 10 ms, so one edit is too short to measure. */
const EDITS_PER_SAMPLE = 10;
const AT_ONCE = 10;
const MEMORY_SAMPLE_MS = 20;

const agent = new Agent({ keepAlive: true });

type Sample = { milliseconds: number /** Server CPU per edit. */; cpu: number };

async function makeForm(): Promise<{ headers: Record<string, string>; body: Buffer }> {
  // Noise does not compress: the file has about as many bytes as the pixels.
  const side = Math.round(Math.sqrt((EDIT_MEGABYTES * 1024 * 1024) / 3));
  const noise = { type: "gaussian", mean: 128, sigma: 50 } as const;
  const image = await sharp({ create: { width: side, height: side, channels: 3, background: "black", noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const { headers, content } = writeMultipart([
    { name: "model", value: "openai/stub-model" },
    { name: "prompt", value: "A hat on the fox" },
    {
      name: "image",
      filename: "fox.png",
      mediaType: "image/png",
      size: image.length,
      async *chunks() {
        yield image;
      },
    },
  ]);
  return { headers, body: Buffer.concat(await content().toArray()) };
}

/** @returns milliseconds until the response is whole */
function send({ origin, key }: Target, path: string, form: { headers: Record<string, string>; body: Buffer }) {
  return new Promise<number>((resolve, reject) => {
    const start = performance.now();
    const headers = { ...form.headers, authorization: `Bearer ${key}` };
    const call = request(origin + path, { method: "POST", headers, agent }, (answer) => {
      answer.resume();
      answer.on("end", () => {
        if (answer.statusCode === 200) resolve(performance.now() - start);
        else reject(new Error(`${path} was answered with ${answer.statusCode}`));
      });
    });
    call.on("error", reject);
    call.end(form.body);
  });
}

async function sampleEdits(target: Target, form: Awaited<ReturnType<typeof makeForm>>): Promise<Sample> {
  const before = cpuMicroseconds(target.pid) ?? Number.NaN;
  const times: number[] = [];
  for (let edit = 0; edit < EDITS_PER_SAMPLE; edit += 1) times.push(await send(target, "/v1/images/edits", form));
  const cpu = ((cpuMicroseconds(target.pid) ?? Number.NaN) - before) / EDITS_PER_SAMPLE / 1000;
  return { milliseconds: median(times), cpu };
}

async function measureRelay(processes: Processes, rounds: number) {
  const form = await makeForm();
  const targets = [await processes.start("bare proxy"), await processes.start("core")];
  for (const target of targets)
    for (let edit = 0; edit < WARM_UP; edit += 1) await send(target, "/v1/images/edits", form);
  const samples = new Map<Target, Sample[]>(targets.map((target) => [target, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const target of round % 2 === 0 ? targets : targets.toReversed())
      samples.get(target)?.push(await sampleEdits(target, form));
  }
  return targets.map((target) => {
    const own = samples.get(target) ?? [];
    return {
      target: target.name,
      milliseconds: median(own.map(({ milliseconds }) => milliseconds)),
      cpu: median(own.map(({ cpu }) => cpu)),
      residentMegabytes: residentMegabytes(target.pid) ?? 0,
    };
  });
}

/** Memory of the process before the work and at its peak, painter threads included. */
async function measureMemory(gateway: Target, body: Record<string, unknown>, requests: number) {
  const text = JSON.stringify({ model: "image-model-a", size: "1536x1024", quality: "high", ...body });
  const form = { headers: { "content-type": "application/json" }, body: Buffer.from(text) };
  const idle = residentMegabytes(gateway.pid) ?? 0;
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(gateway.pid) ?? 0);
  }, MEMORY_SAMPLE_MS);
  const path = "/v1/images/generations";
  await Promise.all(Array.from({ length: requests }, () => send(gateway, path, form)));
  clearInterval(watch);
  return { idle, peak };
}

const { values } = parseArgs({ options: { quick: { type: "boolean" } } });
const dataFolder = mkdtempSync(join(tmpdir(), "parlance-bench-"));
const processes = await startProcesses(dataFolder);
try {
  const relay = await measureRelay(processes, values.quick ? 3 : 9);
  const [bare] = relay;
  console.log(
    table(
      [`an edit of ${EDIT_MEGABYTES} MB`, "ms", "× bare", "CPU ms", "CPU × bare", "memory MB"],
      relay.map(({ target, milliseconds, cpu, residentMegabytes: memory }) => [
        target,
        milliseconds.toFixed(1),
        ratio(milliseconds, bare?.milliseconds),
        cpu.toFixed(1),
        ratio(cpu, bare?.cpu),
        memory.toFixed(0),
      ]),
    ),
  );
  const memory = [];
  for (const [name, body, requests] of [
    [`${AT_ONCE} requests at once`, { prompt: "city skyline at night" }, AT_ONCE],
    [`one request of ${AT_ONCE}`, { prompt: "city skyline at night", n: AT_ONCE }, 1],
  ] as const) {
    // A process of its own each, so that one does not find what the other left.
    const gateway = await processes.start("core");
    memory.push({ name, ...(await measureMemory(gateway, body, requests)) });
  }
  console.log(
    `\n${table(
      ["sandbox pictures of 1536 × 1024, high", "idle MB", "peak MB", "more MB"],
      memory.map(({ name, idle, peak }) => [name, idle.toFixed(0), peak.toFixed(0), (peak - idle).toFixed(0)]),
    )}\n`,
  );
  saveResults("images", { quick: values.quick ?? false, relay, memory });
} finally {
  agent.destroy();
  await processes.stop();
  rmSync(dataFolder, { recursive: true, force: true });
}
