/** Further calls of one request: counted like the first, and settled once by what all of them used. */
import { expect, test } from "vitest";
import { createCounters } from "#lib/store/counters/counters.ts";
import { TestInstance } from "./test-instance.ts";

const create = () => new TestInstance(createCounters(), { keyId: `key_${Math.random()}` });

test("counts requests, and refuses all of the repeats or none", async () => {
  const gateway = create();
  const policy = { limits: { requests_per_minute: 4 } };
  const { log, end } = await gateway.send(policy);
  await gateway.admission.admitRepeats(log, 2);
  await end(1);
  const second = await gateway.send(policy);
  await expect(async () => gateway.admission.admitRepeats(second.log, 1)).rejects.toMatchObject({ status: 429 });
  await second.end(undefined, 429);
});

test("reserves tokens for each call, and gives back what was not used", async () => {
  const gateway = create();
  const policy = { limits: { tokens_per_minute: 30 } };
  const { log, end } = await gateway.send(policy, { maxTokens: 10 });
  await gateway.admission.admitRepeats(log, 2);
  await expect(gateway.send(policy, { maxTokens: 1 })).rejects.toMatchObject({ status: 429 });
  await end(12);
  const next = await gateway.send(policy, { maxTokens: 18, model: "a/y" });
  await expect(gateway.send(policy, { maxTokens: 1 })).rejects.toMatchObject({ status: 429 });
  await next.end(18);
});

test("reserves money for each call, and pays for what all of them used", async () => {
  const gateway = create();
  const policy = { budget: { usd_per_day: 30 } };
  const { log, end } = await gateway.send(policy, { maxTokens: 10 });
  await gateway.admission.admitRepeats(log, 1);
  // Holds 20 of 30 dollars, and then all of them.
  const other = await gateway.send(policy, { maxTokens: 10 });
  await expect(async () => gateway.admission.admitRepeats(other.log, 1)).rejects.toMatchObject({ status: 402 });
  await other.end(undefined, 402);
  await end(5);
  expect(gateway.rows.map(({ cost }) => cost)).toEqual([0, 5]);
  const last = await gateway.send(policy, { maxTokens: 24 });
  await last.end(1);
});
