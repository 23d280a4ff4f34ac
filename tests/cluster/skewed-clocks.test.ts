/**
 * Three instances with wrong clocks, and a bucket in place of a shared folder: keys, sessions and sign-in links end by
 * the database's clock. The clocks differ by far more than seconds, so that a slow machine changes nothing.
 */
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AUTHORIZED } from "../support/gateway.ts";
import { type Cluster, startCluster } from "./start-cluster.ts";

const MINUTE = 60_000;
const SKEWS = [-30 * MINUTE, 0, 30 * MINUTE];
const SKEW_CLOCK = fileURLToPath(new URL("../support/skew-clock.ts", import.meta.url));

let cluster: Cluster;
let missing = "";

beforeAll(async () => {
  const environments = SKEWS.map((skew) => ({
    CLOCK_SKEW_MS: String(skew),
    NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${SKEW_CLOCK}`,
  }));
  const started = await startCluster({ size: SKEWS.length, environments, hasBucket: true });
  if (typeof started === "string") missing = started;
  else cluster = started;
}, 120_000);
beforeEach(({ skip }) => {
  if (missing) skip(missing);
});
afterAll(() => cluster?.close());

const send = (url: string, path: string, init: RequestInit = {}) => fetch(url + path, { headers: AUTHORIZED, ...init });

/** Asks each instance who the bearer is. */
const ask = (headers: Record<string, string>) =>
  Promise.all(cluster.instances.map(async ({ url }) => (await send(url, "/api/session", { headers })).status));

async function createKey(url: string, lifeMs: number): Promise<Record<string, string>> {
  const body = JSON.stringify({ name: "App", expires_at: Date.now() + lifeMs });
  const response = await send(url, "/api/keys", { method: "POST", body });
  const { secret } = (await response.json()) as { secret: string };
  return { authorization: `Bearer ${secret}` };
}

test("the clocks differ", async () => {
  const body = JSON.stringify({ model: "sandbox/echo", messages: [{ role: "user", content: "Hi" }] });
  const skews = cluster.instances.map(async ({ url }) => {
    const response = await send(url, "/v1/chat/completions", { method: "POST", body });
    const { created } = (await response.json()) as { created: number };
    return created * 1_000 - Date.now();
  });
  // Instances are listed in the order in which they got ready.
  const sorted = (await Promise.all(skews)).toSorted((one, other) => one - other);
  for (const [index, skew] of SKEWS.entries()) expect(Math.abs((sorted[index] ?? 0) - skew)).toBeLessThan(10 * MINUTE);
});

test("a key lives until its end on all of them, whichever has made it", { timeout: 60_000 }, async () => {
  for (const { url } of cluster.instances)
    expect(await ask(await createKey(url, 10 * MINUTE))).toEqual([200, 200, 200]);
  const short = await createKey(cluster.instances[0]?.url ?? "", 3_000);
  await expect.poll(() => ask(short), { timeout: 30_000 }).toEqual([401, 401, 401]);
});

test("a sign-in link works on each of them, and its session too", async () => {
  for (const issuer of cluster.instances) {
    for (const redeemer of cluster.instances) {
      const link = await send(issuer.url, "/api/session/links", { method: "POST", body: "{}" });
      const { path } = (await link.json()) as { path: string };
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ token: path.split("token=")[1] });
      const signedIn = await send(redeemer.url, "/api/session", { method: "POST", headers, body });
      expect(signedIn.status).toBe(204);
      const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
      expect(await ask({ cookie, "sec-fetch-site": "same-origin" })).toEqual([200, 200, 200]);
    }
  }
});

test("a file that one of them took in is read from the bucket by the others", async () => {
  const form = new FormData();
  form.set("purpose", "user_data");
  form.set("file", new File(["in the bucket"], "a.txt"));
  const headers = { authorization: AUTHORIZED.authorization };
  const created = await send(cluster.instances[0]?.url ?? "", "/v1/files", { method: "POST", headers, body: form });
  const { id } = (await created.json()) as { id: string };
  for (const { url } of cluster.instances)
    expect(await (await send(url, `/v1/files/${id}/content`, { headers })).text()).toBe("in the bucket");
  expect([...(cluster.bucket?.objects.values() ?? [])].map(({ bytes }) => bytes.toString())).toContain("in the bucket");
});
