import { createLruCache } from "../lru-cache.ts";
import { hasGrammar } from "./code-language.ts";
import type { HighlightJob, HighlightResult } from "./highlight-worker.ts";
import { type CodeTokens, tokenizeCode } from "./tokenize-code.ts";

/** Colours code off the critical path: in a worker, one block at a time, shown one chunk per idle period. */

/** Tokens by chunk, as `toCodeChunks` cuts the code; only the first chunks while colouring is under way. */
export type HighlightedCode = readonly CodeTokens[];

export interface HighlightRequest {
  code: string;
  language: string;
  /** Called after each chunk with all chunks coloured so far. */
  onProgress(highlighted: HighlightedCode): void;
}

/** Cache of colours, limited by the characters of code. */
const cache = createLruCache<HighlightedCode>(1_000_000);
const longestHighlighted = 200_000;

const queue: HighlightRequest[] = [];
let running = false;

/** Returns the colours of code that was highlighted before. */
export function cachedHighlight(code: string, language: string): HighlightedCode | undefined {
  return cache.get(cacheKey(code, language));
}

/** Queues code for colouring; code in a language without a grammar stays plain. Returns a function that cancels it. */
export function requestHighlight(request: HighlightRequest): () => void {
  if (!hasGrammar(request.language) || request.code.length > longestHighlighted) return () => {};
  queue.push(request);
  if (!running) void runQueue();
  return () => {
    const index = queue.indexOf(request);
    if (index >= 0) queue.splice(index, 1);
  };
}

async function runQueue() {
  running = true;
  for (let request = queue[0]; request; request = queue[0]) {
    // A failed fetch of a grammar leaves the code plain; the next block in that language tries again.
    await highlight(request).catch(() => {});
    if (queue[0] === request) queue.shift();
  }
  running = false;
}

async function highlight(request: HighlightRequest) {
  const { code, language, onProgress } = request;
  const known = cachedHighlight(code, language);
  if (known) return onProgress(known);

  let highlighted: HighlightedCode = [];
  for await (const tokens of tokenizer()(code, language)) {
    await idle();
    if (queue[0] !== request) return;
    highlighted = [...highlighted, tokens];
    onProgress(highlighted);
  }
  cache.set(cacheKey(code, language), highlighted, code.length);
}

function cacheKey(code: string, language: string): string {
  return `${language}\n${code}`;
}

let worker: Worker | undefined;
let workerFailed = false;

function tokenizer(): typeof tokenizeCode {
  return typeof Worker === "undefined" || workerFailed ? tokenizeCode : tokenizeInWorker;
}

/** `tokenizeCode` in a worker. Chunks are requested one by one, so that none is made without a reader. */
async function* tokenizeInWorker(code: string, language: string): AsyncGenerator<CodeTokens, void> {
  worker ??= new Worker(new URL("./highlight-worker.ts", import.meta.url), { type: "module" });
  let question: HighlightJob = { code, language };
  for (;;) {
    const { tokens, failed } = await runInWorker(worker, question);
    if (failed) throw new Error(`No colours for ${language}`);
    if (!tokens) return;
    yield tokens;
    question = {};
  }
}

function runInWorker(worker: Worker, question: HighlightJob): Promise<HighlightResult> {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<HighlightResult>) => resolve(data);
    // When workers are forbidden or their script cannot be loaded, later blocks are coloured on the page's thread.
    worker.onerror = () => {
      workerFailed = true;
      resolve({ failed: true });
    };
    worker.postMessage(question);
  });
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 50);
  });
}
