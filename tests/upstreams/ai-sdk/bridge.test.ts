/** Calls from a bridge to its package: retries where they are safe, and cancels when the client disconnects. */
import { APICallError, type LanguageModelV4, type LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Part } from "#lib/canonical/part.ts";
import type { BridgeSettings } from "#lib/config/upstream-settings.ts";
import { type Bridge, openBridge } from "#lib/upstreams/ai-sdk/bridge.ts";

type Script = Partial<Pick<LanguageModelV4, "doGenerate" | "doStream">>;

let script: Script = {};
vi.doMock("scripted-provider", () => ({
  scripted: { languageModel: () => new MockLanguageModelV4({ provider: "scripted", ...script }) },
}));

const SETTINGS: BridgeSettings = {
  id: "mine",
  source: "file",
  package: "scripted-provider",
  specifier: "scripted-provider",
  options: {},
  secrets: [],
  models: ["m"],
  videoModels: [],
  timeouts: { connectMs: 1_000, firstByteMs: 1_000, idleMs: 1_000, totalMs: 1_000 },
  retries: { attempts: 2, maxDelayMs: 10 },
};

const LIMITS = { largestResponse: 1_000_000 };

let bridge: Bridge;
beforeAll(async () => {
  bridge = await openBridge(SETTINGS, LIMITS);
});
beforeEach(() => {
  script = {};
});
afterAll(() => bridge.close());

const silence = new Promise<never>(() => {});
const overloaded = () =>
  new APICallError({ message: "busy", url: "http://host", requestBodyValues: {}, statusCode: 503 });

/** Returns the Parts until the response ends, and the error that ended it. */
async function fetchText({ stream = true, signal = new AbortController().signal } = {}) {
  const parts: Part[] = [];
  const unsupported: string[] = [];
  const prepared = bridge.prepare({ model: "m", messages: [], stream, dropped: [] });
  try {
    const onUnsupported = (names: string[]) => void unsupported.push(...names);
    for await (const part of prepared({ signal, onUnsupported })) parts.push(part);
    return { parts, unsupported };
  } catch (error) {
    return { parts, unsupported, error: error as Error };
  }
}

function streamOf(...parts: LanguageModelV4StreamPart[]): ReadableStream<LanguageModelV4StreamPart> {
  return simulateReadableStream({ chunks: parts });
}

describe("a call that fails", () => {
  it("is retried until it succeeds", async () => {
    let calls = 0;
    script.doStream = async () => {
      if (++calls < 3) throw overloaded();
      return { stream: streamOf({ type: "text-delta", id: "0", delta: "at last" }) };
    };
    expect((await fetchText()).parts).toMatchObject([{ type: "text-start" }, { type: "text-delta", text: "at last" }]);
    expect(calls).toBe(3);
  });

  it("is retried at most as often as the settings allow", async () => {
    let calls = 0;
    script.doGenerate = async () => {
      calls++;
      throw overloaded();
    };
    expect((await fetchText({ stream: false })).error).toMatchObject({ status: 503, message: "busy" });
    expect(calls).toBe(3);
  });

  it("is not retried once its response has begun", async () => {
    let calls = 0;
    script.doStream = async () => {
      calls++;
      return {
        stream: streamOf(
          { type: "stream-start", warnings: [{ type: "unsupported", feature: "seed" }] },
          { type: "text-delta", id: "0", delta: "half" },
          { type: "error", error: overloaded() },
          { type: "text-delta", id: "0", delta: "never seen" },
        ),
      };
    };
    const { parts, unsupported, error } = await fetchText();
    expect(parts.map(({ type }) => type)).toEqual(["text-start", "text-delta"]);
    expect(unsupported).toEqual(["seed"]);
    expect(error).toMatchObject({ status: 503 });
    expect(calls).toBe(1);
  });
});

it("output outside the interface is an error of the package", async () => {
  script.doGenerate = async () => ({}) as never;
  expect((await fetchText({ stream: false })).error).toMatchObject({
    status: 502,
    message: expect.stringContaining('The package "scripted-provider" failed'),
  });
  script.doStream = async () => ({ stream: streamOf({ type: "finish" } as never) });
  expect((await fetchText()).error).toMatchObject({
    status: 502,
    message: expect.stringContaining('The package "scripted-provider" failed'),
  });
});

describe("after a cancellation", () => {
  async function leave(while_: "asked" | "answering", stream: boolean, abort = new AbortController()) {
    const asking = fetchText({ stream, signal: abort.signal });
    await vi.waitFor(() => expect(reached).toBe(while_));
    abort.abort();
    return asking;
  }
  let reached: string | undefined;
  beforeEach(() => {
    reached = undefined;
  });

  it.each([true, false])("a package that ignores the signal is abandoned (stream: %s)", async (stream) => {
    const deaf = () => {
      reached = "asked";
      return silence;
    };
    script.doStream = deaf;
    script.doGenerate = deaf;
    expect(await leave("asked", stream)).toMatchObject({ parts: [], error: expect.any(Error) });
  });

  it("the package gets the signal", async () => {
    let signal: AbortSignal | undefined;
    script.doStream = (options) => {
      signal = options.abortSignal;
      reached = "asked";
      return silence;
    };
    await leave("asked", true);
    expect(signal?.aborted).toBe(true);
  });

  it("its stream is cancelled", async () => {
    let cancelled = false;
    script.doStream = async () => ({
      stream: new ReadableStream({
        pull() {
          reached = "answering";
          return silence;
        },
        cancel() {
          cancelled = true;
        },
      }),
    });
    await leave("answering", true);
    expect(cancelled).toBe(true);
  });

  it("the wait before a retry ends", async () => {
    const patient = await openBridge({ ...SETTINGS, retries: { attempts: 1, maxDelayMs: 600_000 } }, LIMITS);
    let calls = 0;
    script.doGenerate = async () => {
      calls++;
      reached = "asked";
      throw new APICallError({
        message: "later",
        url: "http://host",
        requestBodyValues: {},
        statusCode: 429,
        responseHeaders: { "retry-after": "500" },
      });
    };
    const own = bridge;
    bridge = patient;
    expect(await leave("asked", false)).toMatchObject({ error: expect.any(Error) });
    bridge = own;
    expect(calls).toBe(1);
    await patient.close();
  });
});
