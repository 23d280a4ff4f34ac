/** Conditions that raise alerts, looked at in a running gateway. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readAlerts } from "#lib/config/alert-settings.ts";
import type { AllServices } from "#lib/gateway/assembly/services.ts";
import type { RaisedAlert } from "#lib/gateway/endpoints/alerts/alert-service.ts";
import {
  checkBudgets,
  checkCertificates,
  checkErrorRate,
  checkKeys,
  checkModels,
} from "#lib/gateway/endpoints/alerts/watch-conditions.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { startWebhookReceiver, WEBHOOK_SECRET, type WebhookReceiver } from "#tests/support/webhook-receiver.ts";

const DAY_MS = 24 * 3_600_000;

let gateway: TestGateway;
let services: AllServices;
let receiver: WebhookReceiver;
let raised: RaisedAlert[] = [];

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  gateway = await startGateway({
    mount: "node",
    environment: { ALERT_SECRET: WEBHOOK_SECRET },
    config: {
      upstreams: {
        down: {
          baseUrl: "http://127.0.0.1:9/v1",
          models: ["m", "old"],
          retries: { attempts: 0 },
          retirements: { old: { retiresOn: new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10) } },
        },
      },
      routes: { shaky: { targets: [{ model: "down/m" }] } },
      keys: { groups: { team: { budget: { usd_per_month: 10 } } } },
      alerts: { webhooks: [{ url: receiver.url, secretEnv: "ALERT_SECRET" }], errorRate: { requests: 5 } },
    },
    replace: (all) => {
      services = all;
      return {};
    },
  });
});
afterEach(() => {
  raised = [];
});
afterAll(async () => {
  await gateway?.close();
  await receiver?.close();
});

const watch = (over: Partial<Parameters<typeof readAlerts>[0]> = {}) => ({
  services,
  alerts: readAlerts(
    { webhooks: [{ url: receiver.url, secretEnv: "S" }], ...over },
    { S: WEBHOOK_SECRET },
  ) as NonNullable<ReturnType<typeof readAlerts>>,
  raise: async (alert: RaisedAlert) => void raised.push(alert),
});

async function send(method: string, path: string, body?: unknown) {
  const init = { method, headers: AUTHORIZED, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(gateway.url + path, init);
  return { status: response.status, body: await response.json() };
}

test("a breaker that opens, and then the rate of failures", async () => {
  const chat = { model: "shaky", messages: [{ role: "user", content: "Hi" }] };
  // Together: once the breaker is open, a request would wait for it.
  await Promise.all(Array.from({ length: 6 }, () => gateway.chat(chat)));
  await expect
    .poll(() => receiver.received.map(({ body }) => body.type), { timeout: 10_000 })
    .toContain("breaker.open");
  expect(receiver.received[0]?.body.data).toMatchObject({ model: "down/m", open_ms: expect.any(Number) });
  await services.store.flush();
  await checkErrorRate(watch({ errorRate: { requests: 7 } }));
  expect(raised).toEqual([]);
  await checkErrorRate(watch({ errorRate: { requests: 5 } }));
  expect(raised).toMatchObject([
    { type: "error_rate.high", data: { requests: 6, failures: 6, percent: 100, minutes: 5 } },
  ]);
});

test("the outbox and a test of the webhooks over HTTP", async () => {
  const listed = await send("GET", "/api/alerts");
  expect(listed.body.data[0]).toMatchObject({ object: "alert", type: "breaker.open", url: receiver.url });
  const before = receiver.received.length;
  const tested = await send("POST", "/api/alerts/test", {});
  expect(tested.body).toEqual({
    object: "alert_test",
    ok: true,
    webhooks: [{ url: receiver.url, ok: true, error: null }],
  });
  expect(receiver.received[before]?.body.type).toBe("test");
  expect(JSON.stringify([listed.body, tested.body])).not.toContain(WEBHOOK_SECRET.slice(6));
});

test("keys that expire soon, each at the fewest days that are reached", async () => {
  for (const days of [30, 10, 2]) {
    await send("POST", "/api/keys", { name: `in ${days}`, expires_at: Date.now() + days * DAY_MS });
  }
  await checkKeys(watch());
  expect(raised.map(({ data }) => [data.key_name, data.days]).toSorted()).toEqual([
    ["in 10", 14],
    ["in 2", 3],
  ]);
  const [{ occasion } = { occasion: "" }] = raised;
  await checkKeys(watch());
  expect(raised[2]?.occasion, "a second look names the same occasion").toBe(occasion);
});

test("budgets of keys, and of a group once for all its keys", async () => {
  const spend = { group: null, budget: { usd_per_day: 1 } };
  const { body: own } = await send("POST", "/api/keys", { name: "own", ...spend });
  for (const name of ["one", "two"]) await send("POST", "/api/keys", { name, group: "team" });
  const use = { ...services.admission };
  const readUse: typeof use.readUse = async (key) => {
    const real = await services.admission.readUse(key);
    return real.map((limit) => ({ ...limit, used: limit.owner === "group" ? 8.5 : 1.2 }));
  };
  await checkBudgets({ ...watch(), services: { ...services, admission: { ...use, readUse } } });
  expect(raised.map(({ data }) => data)).toMatchObject([
    { key_id: own.id, limit: "usd_per_day", amount_usd: 1, used_usd: 1.2, percent: 100 },
    { group: "team", limit: "usd_per_month", amount_usd: 10, used_usd: 8.5, percent: 80 },
  ]);
  raised = [];
  await checkBudgets(watch());
  expect(raised, "nothing was spent").toEqual([]);
});

test("models that retire soon", async () => {
  await checkModels(watch());
  expect(raised).toMatchObject([{ type: "model.retiring", data: { model: "down/old", days: 3, successor: null } }]);
});

test("certificates that end soon", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "parlance-certificate-"));
  const [key, cert] = [join(folder, "key"), join(folder, "cert")];
  const options = [
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    key,
    "-out",
    cert,
    "-days",
    "2",
    "-subj",
    "/CN=localhost",
  ];
  try {
    execFileSync("openssl", ["req", "-x509", ...options], { stdio: "pipe" });
  } catch {
    return context.skip("no openssl here");
  }
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await checkCertificates(watch({ certificates: [host] }));
  expect(raised).toMatchObject([{ type: "certificate.expiring", data: { host, days: 3 } }]);
  await checkCertificates(watch({ certificates: ["127.0.0.1:9", host] }));
  expect(raised, "one that cannot be reached does not hide the next").toHaveLength(2);
  expect(gateway.output()).toContain("the certificate of 127.0.0.1:9 cannot be read");
  server.close();
  rmSync(folder, { recursive: true });
});
