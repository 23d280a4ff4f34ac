import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterAll, describe, expect, it } from "vitest";
import type { PaintedImage, PaintPass, PaintRequest } from "#lib/sandbox/painter/paint.ts";
import { createWorkerPool } from "#lib/workers/worker-pool.ts";
import { requestFor } from "../sandbox/painter/painting.ts";

/** A stand-in for the painter: does what the prompt says. */
const SCRIPT = `
const { parentPort } = require("node:worker_threads");
parentPort.postMessage({ type: "ready" });
const image = (revisedPrompt) => ({ bytes: new Uint8Array(1), format: "png", width: 1, height: 1, revisedPrompt, background: "opaque" });
parentPort.on("message", async ({ request, abortFlag }) => {
  if (request.prompt === "crash") throw new Error("out of paint");
  if (request.prompt === "exit") process.exit(3);
  if (request.prompt === "spin") for (;;);
  if (request.prompt === "grow") for (const kept = [];;) kept.push(new Array(10_000).fill(kept.length));
  if (request.prompt === "inflate") for (const kept = []; kept.length < 200; ) kept.push(new Uint8Array(16 * 1024 * 1024).fill(1));
  if (request.prompt === "fail") return parentPort.postMessage({ type: "failed", message: "no such colour" });
  parentPort.postMessage({ type: "step", step: { index: 0, bytes: new Uint8Array(1), format: "png", width: 1, height: 1, background: "opaque" } });
  if (request.prompt === "wait") {
    const flag = new Int32Array(abortFlag);
    while (Atomics.load(flag, 0) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    return parentPort.postMessage({ type: "aborted" });
  }
  parentPort.postMessage({ type: "done", result: image(request.prompt) });
});`;

let started = 0;
const pool = createWorkerPool<PaintRequest, PaintedImage, PaintPass>({
  name: "sandbox painter",
  size: 1,
  start() {
    started += 1;
    return new Worker(SCRIPT, { eval: true, stderr: true });
  },
});
const run = (prompt: string, options = {}) => pool.run(requestFor(prompt), options);

afterAll(() => pool.close());

describe("worker threads for heavy work", () => {
  it("start when needed and run one request after another", async () => {
    expect(started).toBe(0);
    const results = await Promise.all(["a", "b", "c"].map((prompt) => run(prompt)));
    expect(results.map(({ revisedPrompt }) => revisedPrompt)).toEqual(["a", "b", "c"]);
    expect(started).toBe(1);
  });

  it.each([
    ["crash", "out of paint"],
    ["exit", "code 3"],
  ])("fail one request with a clear error on %s, and recover", async (prompt, reason) => {
    const [lost, next] = await Promise.allSettled([run(prompt), run("after")]);
    expect(lost).toMatchObject({
      status: "rejected",
      reason: { status: 500, message: expect.stringContaining(reason) },
    });
    expect(next).toMatchObject({ status: "fulfilled", value: { revisedPrompt: "after" } });
  });

  it("pass an error on without ending", async () => {
    const before = started;
    await expect(run("fail")).rejects.toMatchObject({
      status: 500,
      message: "The sandbox painter failed: no such colour. Send this request again.",
    });
    await run("a");
    expect(started - before).toBeLessThanOrEqual(1);
  });

  it("stop when aborted: before the start, in line and at work", async () => {
    const reason = new Error("left");
    await expect(run("a", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const [working, inLine] = [new AbortController(), new AbortController()];
    const passes: unknown[] = [];
    const first = run("wait", { signal: working.signal, onStep: (pass: unknown) => passes.push(pass) });
    const second = run("never", { signal: inLine.signal });
    const third = run("third");
    inLine.abort(reason);
    await expect(second).rejects.toBe(reason);
    await expect.poll(() => passes.length).toBe(1);
    working.abort(reason);
    await expect(first).rejects.toBe(reason);
    await expect(third).resolves.toMatchObject({ revisedPrompt: "third" });
  });

  it("let the process end once all is done", async () => {
    const script = `
      import { paint } from "#lib/sandbox/painter/paint.ts";
      const image = await paint(${JSON.stringify(requestFor("a cat", { size: { width: 64, height: 64 } }))});
      console.log(image.bytes.length > 500 && image.width === 64);
    `;
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
      timeout: 14_000,
    });
    expect(stderr).toBe("");
    expect([status, stdout.trim()]).toEqual([0, "true"]);
  });

  it("refuse requests beyond the queue's limits, in tasks and in bytes", async () => {
    const bounded = createWorkerPool<PaintRequest, PaintedImage, PaintPass>({
      name: "sandbox painter",
      size: 1,
      queue: { tasks: 2, bytes: 100 },
      start: () => new Worker(SCRIPT, { eval: true }),
    });
    const full = {
      status: 503,
      headers: { "retry-after": "5" },
      message: expect.stringMatching(/^The sandbox painter is busy: [12] tasks are waiting\./),
    };
    const working = new AbortController();
    const first = bounded.run(requestFor("wait"), { signal: working.signal, bytes: 1000 });
    const waiting = [60, 40].map((bytes) => bounded.run(requestFor(`of ${bytes} bytes`), { bytes }));
    await expect(bounded.run(requestFor("a third"), {})).rejects.toMatchObject(full);
    working.abort(new Error("left"));
    await expect(first).rejects.toThrow("left");
    await Promise.all(waiting);
    const again = new AbortController();
    const second = bounded.run(requestFor("wait"), { signal: again.signal });
    const large = bounded.run(requestFor("large"), { bytes: 80 });
    await expect(bounded.run(requestFor("too large"), { bytes: 21 })).rejects.toMatchObject(full);
    again.abort(new Error("left"));
    await expect(second).rejects.toThrow("left");
    await expect(large).resolves.toMatchObject({ revisedPrompt: "large" });
    await bounded.close();
  });

  it("read the input of a request when they take it, and not while it waits", async () => {
    const working = new AbortController();
    const first = run("wait", { signal: working.signal });
    let loaded = 0;
    const prepare = async (request: PaintRequest) => {
      loaded += 1;
      return { ...request, prompt: "prepared" };
    };
    const [second, third] = [
      run("plain", { prepare }),
      run("broken", { prepare: () => Promise.reject(new Error("no such file")) }),
    ];
    const refused = expect(third).rejects.toThrow("no such file");
    await new Promise(setImmediate);
    expect(loaded).toBe(0);
    working.abort(new Error("left"));
    await expect(first).rejects.toThrow("left");
    await expect(second).resolves.toMatchObject({ revisedPrompt: "prepared" });
    await refused;
    await expect(run("after")).resolves.toMatchObject({ revisedPrompt: "after" });
  });

  it.each([
    ["spin", "more than 0.2 s"],
    ["grow", "MB of memory"],
    ["inflate", "MB of memory"],
  ])("end a task that exceeds a limit (%s), name its field, and continue", async (prompt, limit) => {
    const limited = createWorkerPool<PaintRequest, PaintedImage, PaintPass>({
      name: "sandbox painter",
      size: 1,
      limits: { timeMs: prompt === "spin" ? 200 : 10_000, memoryBytes: 64 * 1024 * 1024 },
      start: (resourceLimits) => new Worker(SCRIPT, { eval: true, resourceLimits }),
    });
    let turns = 0;
    const counter = setInterval(() => turns++, 1);
    const [stopped, next] = await Promise.allSettled([
      limited.run(requestFor(prompt), { field: "tools[0]" }),
      limited.run(requestFor("after"), {}),
    ]);
    clearInterval(counter);
    expect(stopped).toMatchObject({
      status: "rejected",
      reason: { status: 400, param: "tools[0]", code: "limit_exceeded", message: expect.stringContaining(limit) },
    });
    expect(next).toMatchObject({ status: "fulfilled", value: { revisedPrompt: "after" } });
    expect(turns).toBeGreaterThan(5);
    await limited.close();
  });

  it("name the package that an installation lacks, and no path", async () => {
    const lacking = createWorkerPool<PaintRequest, PaintedImage, PaintPass>({
      name: "sandbox painter",
      size: 1,
      start: () => new Worker('import("@parlance/absent/file.js")', { eval: true }),
    });
    await expect(lacking.run(requestFor("a"), {})).rejects.toMatchObject({
      status: 501,
      code: "not_installed",
      message: expect.stringMatching(
        /^The sandbox painter is not part of this installation: the package @parlance\/absent is missing\. /,
      ),
    });
    await lacking.close();
  });

  it("end when they are closed", async () => {
    let worker: Worker | undefined;
    const other = createWorkerPool<PaintRequest, PaintedImage, PaintPass>({
      name: "sandbox painter",
      size: 1,
      start() {
        worker = new Worker(SCRIPT, { eval: true });
        return worker;
      },
    });
    await other.run(requestFor("a"), {});
    if (!worker) throw new Error("a request starts a thread");
    const ended = once(worker, "exit");
    await other.close();
    await ended;
  });
});
