/** Background responses over two instances on one store: cancelled by the other one, and handed over. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AllServices } from "#lib/gateway/assembly/services.ts";
import { ADMIN_KEY, AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";

type Json = { id: string; status: string; error?: { message: string } };

const SOON = { timeout: 12_000, interval: 100 };
const all: AllServices[] = [];
let first: TestGateway;
let second: TestGateway;

beforeAll(async () => {
  const replace = (services: AllServices) => {
    all.push(services);
    return {};
  };
  first = await startGateway({ mount: "node", replace });
  second = await startGateway({ mount: "node", replace, dataDir: first.dataDir });
});
afterAll(async () => {
  await second?.stop();
  await first?.close();
});

async function call<Body = Json>(at: TestGateway, method: string, path: string, body?: unknown, secret = ADMIN_KEY) {
  const headers = { ...AUTHORIZED, authorization: `Bearer ${secret}` };
  const response = await fetch(at.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  return (await response.json()) as Body;
}

const begin = (model: string, secret?: string) =>
  call(first, "POST", "/v1/responses", { model, input: "Hi", background: true }, secret);

it("the other instance cancels a response, and the one that runs it stops", { timeout: 30_000 }, async () => {
  const { id } = await begin("sandbox/slow-60000");
  expect(await call(second, "POST", `/v1/responses/${id}/cancel`)).toMatchObject({ id, status: "cancelled" });
  await expect.poll(() => all[0]?.backgroundResponses.runningCount, SOON).toBe(0);
  for (const gateway of [first, second]) {
    expect(await call(gateway, "GET", `/v1/responses/${id}`)).toMatchObject({ status: "cancelled" });
  }
});

it("a response that was handed over ends on the other instance, under its id and with its input", {
  timeout: 30_000,
}, async () => {
  const { id } = await begin("sandbox/slow-1500");
  await all[0]?.backgroundResponses.handOver();
  const read = () => call(second, "GET", `/v1/responses/${id}`);
  await expect
    .poll(read, SOON)
    .toMatchObject({ id, status: "completed", output: [{ type: "message" }, { type: "output_text" }] });
  const items = await call<{ data: unknown[] }>(second, "GET", `/v1/responses/${id}/input_items`);
  expect(items.data).toMatchObject([{ content: [{ type: "input_text", text: "Hi" }] }]);
  const rows = async () => {
    const { data } = await call<{ data: { model: string }[] }>(second, "GET", "/api/requests?limit=50");
    return data.filter(({ model }) => model === "sandbox/slow-1500").length;
  };
  await expect.poll(rows, SOON).toBe(1);
});

it("a response of a key that was revoked meanwhile is not continued", { timeout: 30_000 }, async () => {
  const { secret, id: keyId } = await call<{ secret: string; id: string }>(first, "POST", "/api/keys", { name: "App" });
  const { id } = await begin("sandbox/slow-60000", secret);
  await call(first, "DELETE", `/api/keys/${keyId}`);
  await all[0]?.backgroundResponses.handOver();
  const read = async () => JSON.parse((await all[1]?.store.responses.find({ id, keyId }))?.response ?? "{}") as Json;
  await expect.poll(read, SOON).toMatchObject({
    status: "failed",
    error: { message: expect.stringContaining("was revoked or has expired") },
  });
});
