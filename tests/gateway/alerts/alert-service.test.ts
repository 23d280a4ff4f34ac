/** The outbox of alerts, on both stores: sent once whichever instances raise them, again until they are taken. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AlertSettings } from "#lib/config/alert-settings.ts";
import { readAlerts } from "#lib/config/alert-settings.ts";
import { createAlertService } from "#lib/gateway/endpoints/alerts/alert-service.ts";
import { signWebhook } from "#lib/http/sign-webhook.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { startTestDatabases, type TestDatabase } from "#tests/store/test-databases.ts";
import { startWebhookReceiver, WEBHOOK_SECRET, type WebhookReceiver } from "#tests/support/webhook-receiver.ts";

const databases = await startTestDatabases();
const ENVIRONMENT = { SECRET: WEBHOOK_SECRET };
/** No look by itself: the tests say when. */
const NEVER_MS = 1_000_000;

test("signs as the examples of Standard Webhooks", () => {
  // From the reference libraries' own tests.
  const signed = signWebhook({
    secret: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    body: '{"test": 2432232314}',
    time: 1_614_265_330_000,
  });
  expect(signed["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

describe.each(databases)("on $name", ({ create }) => {
  let database: TestDatabase;
  let stores: Store[];
  let receiver: WebhookReceiver;
  let closers: (() => Promise<void>)[];
  let lines: string[];
  let settings: { alerts: AlertSettings | undefined };
  beforeEach(async () => {
    database = await create();
    stores = [await openStore(database.options), await openStore(database.options)];
    receiver = await startWebhookReceiver();
    settings = { alerts: readAlerts({ webhooks: [{ url: receiver.url, secretEnv: "SECRET" }] }, ENVIRONMENT) };
    closers = [];
    lines = [];
  });
  afterEach(async () => {
    for (const close of closers) await close();
    for (const store of stores) await store.close();
    await receiver.close();
    await database.remove();
  });

  function open(store = stores[0] as Store) {
    const service = createAlertService({ store, settings, log: (line) => lines.push(line), tickMs: NEVER_MS });
    closers.push(service.close);
    return service;
  }
  const BREAKER = { type: "breaker.open", occasion: "a/b 1", data: { model: "a/b" } } as const;
  const makeDue = () => database.execute("update alerts set next_at = 0 returning id");
  const list = () => (stores[0] as Store).alerts.list(10);

  test("one alert reaches the webhook although several instances raise it, again and again", async () => {
    const services = stores.map((store) => open(store));
    await Promise.all([...services, ...services].map((service) => service.raise(BREAKER)));
    await Promise.all(services.map((service) => service.deliver()));
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.body).toMatchObject({ type: "breaker.open", data: { model: "a/b" } });
    expect(new Date(String(receiver.received[0]?.body.timestamp)).getTime()).toBeGreaterThan(Date.now() - 60_000);
    await services[0]?.raise({ ...BREAKER, occasion: "a/b 2" });
    expect(receiver.received).toHaveLength(2);
    expect((await list()).map(({ deliveredAt }) => typeof deliveredAt)).toEqual(["number", "number"]);
  });

  test("one that was not taken is sent again with the same id, also by another instance", async () => {
    receiver.reply = () => ({ status: 500 });
    await open().raise(BREAKER);
    expect(receiver.received).toHaveLength(1);
    const other = open(stores[1]);
    await other.deliver();
    expect(receiver.received, "it is not due yet").toHaveLength(1);
    expect((await list())[0]).toMatchObject({ attempts: 1, error: "it responded with 500", deliveredAt: null });
    receiver.reply = () => ({ status: 200 });
    await makeDue();
    await other.deliver();
    const [first, second] = receiver.received;
    expect(second?.id).toBe(first?.id);
    expect((await list())[0]).toMatchObject({ attempts: 2, error: null, deliveredAt: expect.any(Number) });
    expect(lines).toEqual([
      expect.stringMatching(
        /^The alert breaker.open was not taken by .*: it responded with 500; it is sent again in 5 s\.$/,
      ),
    ]);
  });

  test.each([
    ["gone", { status: 410 }, /410; it is not sent again/],
    ["redirecting", { status: 302 }, /302; it is sent again/],
    ["sending too much", { status: 200, body: "x".repeat(100_000) }, /larger than 65536 bytes/],
  ])("a webhook that is %s", async (_, reply, line) => {
    receiver.reply = () => reply;
    await open().raise(BREAKER);
    expect(lines.join()).toMatch(line);
    expect((await list())[0]?.failedAt).toEqual(reply.status === 410 ? expect.any(Number) : null);
  });

  test("a webhook that cannot be reached, and one with another key", async () => {
    const stranger = await startWebhookReceiver(`whsec_${Buffer.from("x".repeat(32)).toString("base64")}`);
    closers.push(stranger.close);
    const urls = ["http://127.0.0.1:9/x", stranger.url];
    settings.alerts = readAlerts({ webhooks: urls.map((url) => ({ url, secretEnv: "SECRET" })) }, ENVIRONMENT);
    const service = open();
    await service.raise(BREAKER);
    expect(stranger).toMatchObject({ refused: 1, received: [] });
    expect(lines.join("\n")).toMatch(/127\.0\.0\.1:9\/x: it cannot be reached \(ECONNREFUSED\)/);
    expect(lines.join("\n")).toMatch(/it responded with 401/);
    expect(await service.test()).toEqual([
      { url: urls[0], error: "it cannot be reached (ECONNREFUSED)" },
      { url: urls[1], error: "it responded with 401" },
    ]);
  });

  test("after the last attempt it has failed, and a removed webhook gets nothing", async () => {
    receiver.reply = () => ({ status: 503 });
    const service = open();
    await service.raise(BREAKER);
    for (let attempt = 2; attempt <= 10; attempt++) {
      await makeDue();
      await service.deliver();
    }
    expect((await list())[0]).toMatchObject({ attempts: 10, failedAt: expect.any(Number) });
    await makeDue();
    await service.deliver();
    expect(receiver.received).toHaveLength(10);
    await stores[0]?.alerts.add([{ id: "m", url: "http://gone/", type: "breaker.open", occasion: "x", data: "{}" }]);
    await service.deliver();
    expect((await list()).find(({ id }) => id === "m")?.error).toBe("the webhook was removed");
  });

  test("a webhook gets the events that it names", async () => {
    const webhooks = [{ url: receiver.url, secretEnv: "SECRET", events: ["key.expiring" as const] }];
    settings.alerts = readAlerts({ webhooks }, ENVIRONMENT);
    await open().raise(BREAKER);
    expect(await list()).toEqual([]);
  });
});
