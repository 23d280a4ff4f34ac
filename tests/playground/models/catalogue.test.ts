import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { catalogue, forgetCatalogue, readCatalogue, refreshCatalogue } from "#lib/playground/models/catalogue.ts";

type Answer = () => Response | Promise<Response>;

const SIGNED_IN: Answer = () => Response.json({ name: "admin", scopes: [] });
const SIGNED_OUT: Answer = () => Response.json({ error: { message: "Sign in" } }, { status: 401 });
const MODELS: Answer = () => Response.json({ data: [{ id: "sandbox/guide" }], default: "sandbox/guide" });
const CUT: Answer = () => Promise.reject(new TypeError("Failed to fetch"));

const asked: string[] = [];

/** Answers in their order; the last stands for all that follow. */
function serve({ session, models }: { session: Answer[]; models: Answer[] }): void {
  const queues: Record<string, Answer[]> = { "/api/session": [...session], "/v1/models": [...models] };
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const queue = queues[path] ?? [];
    const answer = queue.length > 1 ? queue.shift() : queue[0];
    if (!answer) throw new Error(`nobody answers ${path}`);
    return answer();
  });
}

beforeEach(() => {
  asked.length = 0;
  forgetCatalogue();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function read(): Promise<void> {
  const done = readCatalogue();
  await vi.advanceTimersByTimeAsync(2000);
  await done;
}

describe("the catalogue", () => {
  test("is read again after a change, and stays in place until then", async () => {
    serve({ session: [SIGNED_IN], models: [MODELS, () => Response.json({ data: [{ id: "ollama/llama" }] })] });
    await read();
    const refreshed = refreshCatalogue();
    expect(catalogue.get().listed?.models.map(({ id }) => id)).toEqual(["sandbox/guide"]);
    await vi.advanceTimersByTimeAsync(1);
    await refreshed;
    expect(catalogue.get().listed?.models.map(({ id }) => id)).toEqual(["ollama/llama"]);
  });

  test("is not requested in the task that asks for it, which may be that of hydration", async () => {
    serve({ session: [SIGNED_IN], models: [MODELS] });
    const done = readCatalogue();
    await Promise.resolve();
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await done;
    expect(asked).toEqual(["/api/session", "/v1/models"]);
  });

  test("is fetched once for simultaneous readers, and again when stale or cleared", async () => {
    serve({ session: [SIGNED_IN], models: [MODELS] });
    await Promise.all([read(), readCatalogue()]);
    await read();
    expect(asked).toEqual(["/api/session", "/v1/models"]);
    expect(catalogue.get()).toMatchObject({ signedIn: true, listed: { defaultModel: "sandbox/guide" } });
    await vi.advanceTimersByTimeAsync(61_000);
    await read();
    expect(asked).toHaveLength(4);
    forgetCatalogue();
    expect(catalogue.get().signedIn).toBeUndefined();
    await read();
    expect(asked).toHaveLength(6);
  });

  test("reports a signed-out user without a problem", async () => {
    serve({ session: [SIGNED_OUT], models: [SIGNED_OUT] });
    await read();
    expect(catalogue.get()).toEqual({ signedIn: false, listed: undefined, problem: undefined });
  });

  test("is retried once; a failure is reported and keeps the previous list", async () => {
    serve({ session: [CUT, SIGNED_IN], models: [CUT, MODELS] });
    await read();
    expect(catalogue.get()).toMatchObject({ signedIn: true, problem: undefined });
    await vi.advanceTimersByTimeAsync(61_000);
    serve({ session: [CUT], models: [CUT] });
    await read();
    expect(catalogue.get().problem).toContain("fetch");
    expect(catalogue.get().listed?.models).toHaveLength(1);
    serve({ session: [SIGNED_IN], models: [MODELS] });
    await read();
    expect(catalogue.get().problem).toBeUndefined();
  });

  test("ignores a response that was requested before another sign-in", async () => {
    let answer: (response: Response) => void = () => {};
    serve({ session: [() => new Promise((resolve) => (answer = resolve)), SIGNED_IN], models: [MODELS] });
    const old = readCatalogue();
    forgetCatalogue();
    await read();
    answer(Response.json({}, { status: 401 }));
    await old;
    expect(catalogue.get().signedIn).toBe(true);
  });
});
