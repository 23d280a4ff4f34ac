/**
 * An instance is killed after it has sent a background response to a provider that runs it itself, and before the
 * provider has said which one it is: nobody can follow it, and it must not be sent again, since it may be billed twice.
 */
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startTestDatabases } from "../store/test-databases.ts";
import { startBackgroundUpstream } from "../support/background-upstream.ts";
import { AUTHORIZED } from "../support/gateway.ts";
import { createGatewayHome, type KillableGateway } from "../support/killable-gateway.ts";

vi.setConfig({ testTimeout: 120_000 });

type Stored = { id: string; status: string; error: { code: string; message: string } | null };
type Logged = { data: { status: number; model: string }[] };

const SOON = { timeout: 60_000, interval: 100 };
const databases = await startTestDatabases();

async function call<Body>(at: KillableGateway, path: string, body?: unknown): Promise<Body> {
  const response = await fetch(at.url + path, {
    headers: AUTHORIZED,
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
  return (await response.json()) as Body;
}

describe.each(databases)("on $name, a response that was sent and not answered", ({ create }) => {
  test.each(["another instance", "the next start"])("is failed by %s, and sent once", async (by) => {
    const upstream = await startBackgroundUpstream();
    onTestFinished(() => upstream.close());
    const database = await create();
    onTestFinished(() => database.remove());
    const { databaseUrl } = database.options;
    const entry = { baseUrl: upstream.url, dialects: ["openai-responses"], responses: { background: true } };
    const home = createGatewayHome({ upstreams: { runner: entry } }, databaseUrl ? { DATABASE_URL: databaseUrl } : {});
    onTestFinished(() => home.close());
    const first = await home.start();
    const other = by === "another instance" ? await home.start() : undefined;

    upstream.pace.isSilent = true;
    const request = { model: "runner/m", input: "Count", background: true };
    const { id, status } = await call<Stored>(first, "/v1/responses", request);
    expect(status).toBe("queued");
    await expect.poll(() => upstream.runs.length, SOON).toBe(1);
    await first.kill();
    // A second call would be answered.
    upstream.pace.isSilent = false;

    const left = other ?? (await home.start());
    const read = () => call<Stored>(left, `/v1/responses/${id}`);
    await expect.poll(async () => (await read()).status, SOON).toBe("failed");
    expect((await read()).error).toMatchObject({
      code: "instance_ended",
      message: expect.stringMatching(/ended before it was complete\. The request was not sent again/),
    });
    expect(upstream.runs).toHaveLength(1);
    const { data } = await call<Logged>(left, "/api/requests?errors=true");
    expect(data).toEqual([expect.objectContaining({ status: 502, model: "runner/m" })]);

    const { id: next } = await call<Stored>(left, "/v1/responses", request);
    await expect.poll(async () => (await call<Stored>(left, `/v1/responses/${next}`)).status, SOON).toBe("completed");
    expect(upstream.runs).toHaveLength(2);
  });
});
