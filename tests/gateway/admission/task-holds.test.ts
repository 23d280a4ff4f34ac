/** Budgets of images and videos: reserved by their units, and held until a task has ended. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { UsagePrices } from "#lib/contract/usage-cost.ts";
import type { ExpectedUnits } from "#lib/gateway/request/admission.ts";
import { startTestStores } from "./test-counters.ts";
import { TestInstance } from "./test-instance.ts";

const { stores, stop } = await startTestStores();
afterAll(stop);

const policy = { budget: { usd_per_day: 10 } };
const MODEL = "a/film";

describe.each(stores)("money for images and videos in $name", (store) => {
  let gateway: TestInstance;

  beforeEach(async () => {
    gateway = new TestInstance(await store.open(), { keyId: `key_${randomUUID()}` });
  });

  const admit = async (prices: UsagePrices | undefined, units: ExpectedUnits) => {
    const { log, principal } = gateway.open(policy);
    await gateway.admission.admitRequest({ principal, log, route: "videos", callsModel: true });
    log.target = MODEL;
    const openPrices = async () => new Map([[MODEL, prices]]);
    await gateway.admission.admitCall(log, { names: [MODEL], maxTokens: 0, units, openPrices });
    return { log, principal };
  };
  const used = async ({ principal }: Awaited<ReturnType<typeof admit>>) =>
    (await gateway.admission.readUse(principal))[0]?.used;

  it("reserves images by their number, and pays for those that were made", async () => {
    const request = await admit({ perImage: 2 }, { images: 3 });
    expect(await used(request)).toBe(6);
    request.log.images = 1;
    request.log.finish({ status: 200 });
    await expect.poll(() => used(request)).toBe(2);
    expect(gateway.rows.at(-1)).toMatchObject({ images: 1, cost: 2 });
  });

  it("gives back what a failed request has reserved", async () => {
    const request = await admit({ perImage: 2, perRequest: 1 }, { images: 3 });
    request.log.images = 3;
    request.log.finish({ status: 502, error: "failed" });
    await expect.poll(() => used(request)).toBe(0);
  });

  it("holds a video's money beyond its request, until its task has ended", async () => {
    const request = await admit({ perSecond: 2 }, { videoSeconds: 4 });
    const charge = gateway.admission.holdForTask(request.log, "task_1");
    expect(charge).toMatchObject({ prices: { [MODEL]: { perSecond: 2 } } });
    request.log.finish({ status: 200 });
    expect([await used(request), gateway.rows.at(-1)?.cost]).toEqual([8, null]);
    gateway.admission.settleTask("task_1", charge ?? { windows: [], prices: {} }, 7);
    await expect.poll(() => used(request)).toBe(7);
  });

  it("pays for a video that another start has accepted", async () => {
    const request = await admit({ perSecond: 1 }, { videoSeconds: 4 });
    const charge = gateway.admission.holdForTask(request.log, "task_2");
    request.log.finish({ status: 200 });
    gateway.admission.settleTask("task_2", charge ?? { windows: [], prices: {} }, 0);
    gateway.admission.settleTask("task_2", charge ?? { windows: [], prices: {} }, 3);
    await expect.poll(() => used(request)).toBe(3);
  });

  it("takes a model with any price for one that has one", async () => {
    gateway.rules = { ...gateway.rules, refusesUnpriced: true };
    await expect(admit(undefined, { images: 1 })).rejects.toMatchObject({ code: "model_without_price" });
    await expect(admit({ perRequest: 1 }, { images: 1 })).resolves.toBeDefined();
  });

  it("holds nothing for a key without a budget", async () => {
    const { log, principal } = gateway.open({ limits: { requests_per_minute: 5 } });
    await gateway.admission.admitRequest({ principal, log, route: "videos", callsModel: true });
    expect(gateway.admission.holdForTask(log, "task_3")).toBeUndefined();
  });
});
