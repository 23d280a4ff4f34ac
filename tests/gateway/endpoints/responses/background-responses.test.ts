/** Background responses of one process: how much the running ones hold together. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MemoryBudget } from "#lib/gateway/bodies/resumable/resumables.ts";
import { BackgroundResponse, RunLostError } from "#lib/gateway/endpoints/responses/background-response.ts";
import { BackgroundResponses } from "#lib/gateway/endpoints/responses/background-responses.ts";
import { responseForm } from "#lib/gateway/endpoints/responses/response-form.ts";
import type { ResponseObject } from "#lib/gateway/endpoints/responses/response-object.ts";
import { createInFlight } from "#lib/gateway/request/in-flight.ts";
import type { Store } from "#lib/store/store.ts";

const MEGABYTE = 1024 * 1024;

let responses: BackgroundResponses;
let saved: ResponseObject[];
/** Writes of the store that fail before it works. */
let failures: number;
let failWith: Error;
/** Responses that the store still has as running here. */
let renewed: string[];
let released: string[];
let stopped: { id: string; status: number }[];

beforeEach(() => {
  saved = [];
  failures = 0;
  stopped = [];
  failWith = new Error("locked");
  renewed = [];
  released = [];
  const store = {
    responses: { renew: async () => renewed, release: async (ids: string[]) => void released.push(...ids) },
  } as unknown as Pick<Store, "responses">;
  const inFlight = createInFlight({ tickMs: 1_000 });
  const instance = { id: "here" };
  responses = new BackgroundResponses({
    ...{ store, inFlight, instance, log: () => {} },
    budget: new MemoryBudget(256 * MEGABYTE),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

function start(id: string): BackgroundResponse {
  const response = new BackgroundResponse({
    form: responseForm,
    id,
    keyId: "key_1",
    opened: { id, status: "queued", output: [] },
    budget: responses.budget,
    onPressure: () => responses.relieve(),
    onEnd: (of) => responses.retire(of),
    onAbandon: (of) => responses.remove(of),
    async save(object) {
      if (failures-- > 0) throw failWith;
      saved.push(object);
    },
  });
  response.stopWork = ({ status }) => stopped.push({ id, status });
  responses.add(response);
  return response;
}

const add = (response: BackgroundResponse, megabytes: number, character = "a") =>
  response.add(`event: response.output_text.delta\ndata: "${character.repeat(megabytes * MEGABYTE)}"\n\n`);

it("running responses use at most 256 MB together: the largest one fails with the reason", () => {
  const all = Array.from({ length: 10 }, (_, index) => start(`resp_${index}`));
  const [first, largest] = all as [BackgroundResponse, BackgroundResponse];
  add(largest, 50);
  for (const response of all) if (response !== largest) add(response, 23);
  expect(saved).toMatchObject([
    {
      id: largest.id,
      status: "failed",
      error: { message: expect.stringContaining("256 MB that they may hold together") },
    },
  ]);
  expect(stopped).toEqual([{ id: largest.id, status: 503 }]);
  expect(largest.current()).toMatchObject({ status: "failed" });
  const held = all.filter(({ hasEnded }) => !hasEnded).reduce((sum, { size }) => sum + size, 0);
  expect(held).toBeLessThan(256 * MEGABYTE);
  add(first, 30);
  expect(saved, "the failed one holds nothing any more").toHaveLength(1);
});

it("memory of a response is not counted once it has ended or was removed", { timeout: 60_000 }, async () => {
  for (let round = 0; round < 6; round++) {
    const [complete, removed] = [start(`complete_${round}`), start(`removed_${round}`)];
    add(complete, 40);
    add(removed, 40);
    await complete.store({ id: complete.id, status: "completed", output: [] });
    complete.end();
    responses.remove(removed);
  }
  expect(
    saved.map(({ status }) => status),
    "each is stored once",
  ).toEqual(Array(6).fill("completed"));
});

it("counts bytes, of which a character may have three", () => {
  const all = Array.from({ length: 5 }, (_, index) => start(`resp_${index}`));
  for (const response of all) add(response, 20, "語");
  expect(stopped).toHaveLength(1);
});

it("a failed write to the store is retried, and the response completes when it is stored", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  const response = start("resp_1");
  failures = 2;
  const storing = response.store({ id: "resp_1", status: "completed", output: [] });
  await vi.advanceTimersByTimeAsync(2_000);
  await storing;
  response.end();
  expect(saved).toMatchObject([{ status: "completed" }]);
});

it("a response that cannot be stored fails", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  const response = start("resp_1");
  failures = Number.POSITIVE_INFINITY;
  const refused = expect(response.store({ id: "resp_1", status: "completed", output: [] })).rejects.toThrow("locked");
  await vi.advanceTimersByTimeAsync(62_000);
  await refused;
  response.end();
  expect(response.current()).toMatchObject({ status: "failed" });
  await expect(response.stored).rejects.toThrow("locked");
});

it("a response that another instance runs, or that was cancelled there, stops here without an end", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const [mine, lost] = [start("resp_1"), start("resp_2")];
  for (const response of [mine, lost]) response.isStored = true;
  renewed = ["resp_1"];
  const reader = lost.follow(0);
  vi.advanceTimersByTime(4_000);
  await expect(reader.next()).rejects.toThrow("goes on at another instance");
  expect([mine.hasEnded, lost.hasEnded, responses.find(lost)]).toEqual([false, true, undefined]);
  expect(stopped).toEqual([{ id: "resp_2", status: 499 }]);
  lost.end();
  expect(saved).toEqual([]);
});

it("hands over the responses that nothing was sent for, and keeps the others", async () => {
  const [unsent, sent] = [start("resp_1"), start("resp_2")];
  sent.isRepeatable = false;
  await responses.handOver();
  expect(released).toEqual(["resp_1"]);
  expect([unsent.hasEnded, sent.hasEnded]).toEqual([true, false]);
});

it("a response whose end was written by another instance does not end here", async () => {
  const response = start("resp_1");
  failWith = new RunLostError();
  failures = 1;
  const final = { id: "resp_1", status: "completed", output: [] };
  await expect(response.store(final)).rejects.toThrow(RunLostError);
  expect([saved, responses.find(response)]).toEqual([[], undefined]);
});
