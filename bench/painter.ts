/**
 * Cost of the sandbox painter: milliseconds per picture by size and quality, a masked removal, and the memory of ten
 * large pictures requested at once. `node bench/painter.ts [--quick]`. Writes bench/results/painter-<date>.json.
 */
import { parseArgs } from "node:util";
import { createCanvas } from "@napi-rs/canvas";
import { type PaintRequest, paint } from "#lib/sandbox/painter/paint.ts";
import { saveResults } from "./measure.ts";
import { residentMegabytes } from "./process-cost.ts";
import { median, table } from "./report.ts";

const PROMPTS = [
  "a mountain lake at sunset",
  "a red car on a road through autumn hills",
  "three hot air balloons over a village, morning",
  "city skyline at night",
  "a cat on a chair by the window",
  "a lighthouse in a storm",
  "two elephants on the savanna",
];

const CASES: { width: number; height: number; quality: PaintRequest["quality"] }[] = [
  { width: 1024, height: 1024, quality: "low" },
  { width: 1024, height: 1024, quality: "medium" },
  { width: 1024, height: 1024, quality: "high" },
  { width: 1536, height: 1024, quality: "medium" },
  { width: 1536, height: 1024, quality: "high" },
];

const AT_ONCE = 10;
const MEMORY_SAMPLE_MS = 20;

function request(prompt: string, changes: Partial<PaintRequest> = {}): PaintRequest {
  return {
    prompt,
    seed: 1,
    size: { width: 1024, height: 1024 },
    quality: "medium",
    style: "natural",
    background: "auto",
    format: "png",
    compression: 90,
    passes: 0,
    model: "image-model-a",
    ...changes,
  };
}

type Timing = { milliseconds: number /** Milliseconds of CPU, all threads together. */; cpu: number };

async function timed(work: () => Promise<unknown>): Promise<Timing> {
  const start = performance.now();
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { milliseconds: performance.now() - start, cpu: (user + system) / 1000 };
}

function summarize(name: string, timings: Timing[]) {
  const times = timings.map(({ milliseconds }) => milliseconds);
  return { name, milliseconds: median(times), slowest: Math.max(...times), cpu: median(timings.map(({ cpu }) => cpu)) };
}

async function measureSizes(rounds: number) {
  const rows: ReturnType<typeof summarize>[] = [];
  for (const { width, height, quality } of CASES) {
    const times: Timing[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const prompt of PROMPTS)
        times.push(await timed(() => paint(request(prompt, { size: { width, height }, quality }))));
    }
    rows.push(summarize(`${width} × ${height} ${quality}`, times));
  }
  return rows;
}

async function measureRemoval() {
  const source = (await paint(request("a sailboat on the sea by day"))).bytes;
  const mask = createCanvas(1024, 1024);
  const context = mask.getContext("2d");
  context.fillRect(0, 0, 1024, 1024);
  context.clearRect(256, 256, 512, 512);
  const edit = request("remove the sailboat", { sources: [source], mask: mask.toBuffer("image/png") });
  const times = [await timed(() => paint(edit)), await timed(() => paint(edit)), await timed(() => paint(edit))];
  return summarize("1024 × 1024 removal of a quarter", times);
}

/** Returns the resident memory before the work and at its peak, in MB. */
async function measureMemory(): Promise<{ before: number; peak: number }> {
  const before = residentMegabytes(process.pid) ?? 0;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(process.pid) ?? 0);
  }, MEMORY_SAMPLE_MS);
  const jobs = Array.from({ length: AT_ONCE }, (_, index) =>
    paint(
      request(PROMPTS[index % PROMPTS.length] ?? "", {
        seed: index,
        size: { width: 1536, height: 1024 },
        quality: "high",
      }),
    ),
  );
  await Promise.all(jobs);
  clearInterval(watch);
  return { before, peak };
}

const { values } = parseArgs({ options: { quick: { type: "boolean" } } });
const memory = await measureMemory();
const rows = [...(await measureSizes(values.quick ? 1 : 3)), await measureRemoval()];
console.log(
  table(
    ["picture", "median ms", "slowest ms", "CPU ms"],
    rows.map(({ name, milliseconds, slowest, cpu }) => [
      name,
      milliseconds.toFixed(0),
      slowest.toFixed(0),
      cpu.toFixed(0),
    ]),
  ),
);
console.log(
  `\n${AT_ONCE} of 1536 × 1024 at once: ${memory.before.toFixed(0)} MB before, ${memory.peak.toFixed(0)} MB at the peak\n`,
);
saveResults("painter", { quick: values.quick ?? false, rows, memory });
