/** Three instances behind a proxy are one gateway: changes, sign-in, and streams whose readers come to any of them. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AUTHORIZED } from "../support/gateway.ts";
import { type CountingUpstream, startCountingUpstream } from "./counting-upstream.ts";
import { type Cluster, startCluster } from "./start-cluster.ts";

const LAW_MS = 2_000;
const STREAMS = 9;

let cluster: Cluster;
let texts: CountingUpstream;
let missing = "";

beforeAll(async () => {
  texts = await startCountingUpstream({ pieces: 40, pieceMs: 100 });
  const started = await startCluster({ config: { upstreams: { texts: { baseUrl: texts.url } } } });
  if (typeof started === "string") missing = started;
  else cluster = started;
}, 120_000);
beforeEach(({ skip }) => {
  if (missing) skip(missing);
});
afterAll(async () => {
  await cluster?.close();
  await texts?.close();
});

const call = (path: string, init: RequestInit = {}) => fetch(cluster.url + path, { headers: AUTHORIZED, ...init });
const post = (path: string, body: unknown, init: RequestInit = {}) =>
  call(path, { method: "POST", body: JSON.stringify(body), ...init });

/** Asks every instance. */
async function statuses(headers: Record<string, string>): Promise<number[]> {
  const running = cluster.instances.filter((instance) => !instance.hasEnded());
  return Promise.all(running.map(async ({ url }) => (await fetch(`${url}/api/session`, { headers })).status));
}

async function untilAll(status: number, headers: Record<string, string>): Promise<void> {
  const end = performance.now() + LAW_MS;
  let found = await statuses(headers);
  while (found.some((one) => one !== status) && performance.now() < end) {
    await delay(20);
    found = await statuses(headers);
  }
  expect(new Set(found)).toEqual(new Set([status]));
}

test("a key that is revoked and a browser that signs out are so everywhere within two seconds", async () => {
  const { id, secret } = (await (await post("/api/keys", { name: "App" })).json()) as { id: string; secret: string };
  const headers = { authorization: `Bearer ${secret}` };
  await untilAll(200, headers);
  await call(`/api/keys/${id}`, { method: "DELETE" });
  await untilAll(401, headers);

  const { path } = (await (await post("/api/session/links", {})).json()) as { path: string };
  const token = path.split("token=")[1];
  const signedIn = await post("/api/session", { token }, { headers: { "content-type": "application/json" } });
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  await untilAll(200, { cookie });
  await call("/api/session", { method: "DELETE", headers: { cookie, "sec-fetch-site": "same-origin" } });
  await untilAll(401, { cookie });
});

test("streams are read again through the proxy, and end in an error event when their instance is killed", {
  timeout: 90_000,
}, async () => {
  const ids = Array.from({ length: STREAMS }, (_, index) => `job-shared-${index}`);
  const begun = await Promise.all(
    ids.map((id) =>
      post(
        "/v1/chat/completions",
        { model: "texts/m", stream: true, messages: [{ role: "user", content: `Write ${id}` }] },
        { headers: { ...AUTHORIZED, "x-request-id": id, "x-gateway-keep": "events" } },
      ),
    ),
  );
  // Each client leaves, and comes back to whichever instance the proxy names.
  for (const response of begun) await response.body?.cancel();
  const readers = ids.map(async (id) => {
    try {
      return { text: await (await call(`/api/exchanges/${id}/events`)).text(), endedAt: performance.now() };
    } catch {
      // The reader itself was served by the instance that is killed below.
      return undefined;
    }
  });
  await delay(1_000);
  await cluster.instances[0]?.kill();
  const killedAt = performance.now();
  const read = await Promise.all(readers);
  let lost = 0;
  for (const [index, id] of ids.entries()) {
    const result = read[index] ?? {
      text: await (await call(`/api/exchanges/${id}/events`)).text(),
      endedAt: performance.now(),
    };
    const isLost = result.text.includes("response_lost");
    if (isLost) lost += 1;
    else expect(result.text).toContain("[DONE]");
    expect(result.endedAt - killedAt).toBeLessThan(isLost ? 30_000 : 60_000);
  }
  expect(lost, "a third of the streams ran on it").toBe(STREAMS / 3);
});
