/** `/api/doctor`: a run over HTTP, its price before it, and its end when the client leaves. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { DoctorCheck, DoctorPlan, DoctorReport } from "#lib/contract/doctor.ts";
import { createKey } from "#tests/support/create-key.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { answerChat, neverAnswer, type StubUpstream, startStubUpstream } from "#tests/support/stub-upstream.ts";

let stub: StubUpstream;
beforeAll(async () => {
  stub = await startStubUpstream();
});
beforeEach(() => stub.reset());
afterAll(() => stub?.close());

const KEY = "key-of-the-patient-0123456789";

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      mount,
      config: {
        upstreams: {
          filed: { baseUrl: stub.url, apiKeyEnv: "FILED_KEY", prices: { "stub-model": { input: 1, output: 10 } } },
        },
      },
      environment: { FILED_KEY: KEY },
    });
  });
  afterAll(() => gateway?.close());

  const post = (path: string, body: unknown, init: RequestInit = {}) =>
    fetch(`${gateway.url}/api/doctor${path}`, {
      method: "POST",
      headers: AUTHORIZED,
      body: JSON.stringify(body),
      ...init,
    });
  const readEvents = (text: string) =>
    text
      .split("\n\n")
      .filter((event) => event.startsWith("event: "))
      .map((event) => {
        const [, name = "", data = ""] = /^event: (\w+)\ndata: (.*)$/s.exec(event) ?? [];
        return { name, data: JSON.parse(data) };
      });

  const readReport = (text: string) => {
    const last = readEvents(text).at(-1);
    expect(last?.name).toBe("report");
    return (last as { data: unknown }).data as { report: DoctorReport; markdown: string };
  };

  it("tells the price of a provider in use, and sends it no call", async () => {
    const response = await post("/plan", { provider: "filed" });
    expect(response.status).toBe(200);
    const plan = (await response.json()) as DoctorPlan;
    expect(plan).toMatchObject({ base_url: stub.url, model: "stub-model", api_formats: ["openai-chat"], requests: 26 });
    expect(plan.cost).toBeCloseTo((plan.input_tokens - 20 + plan.output_tokens * 10) / 1e6, 8);
    expect(stub.requests.map(({ method }) => method)).toEqual(["GET"]);
    expect(stub.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it("streams each check and the report, without the key", async () => {
    const response = await post("", { provider: "filed", api_formats: ["openai-chat"] });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const text = await response.text();
    const events = readEvents(text);
    expect(events[0]).toMatchObject({ name: "plan", data: { requests: 26 } });
    const checks = events.filter(({ name }) => name === "check").map(({ data }) => data as DoctorCheck);
    expect(checks).toHaveLength(30);
    const { report, markdown } = readReport(text);
    expect(report.checks).toEqual(checks);
    expect(report.used.cost).toBeGreaterThan(0);
    expect(markdown).toContain("| Text | ✓ |");
    expect(text).not.toContain(KEY);
  });

  it("tries any server by its base URL, in each API", async () => {
    const server = { base_url: ` "${gateway.url}/v1" `, api_key: ADMIN_KEY, model: "sandbox/guide" };
    const text = await (await post("", server)).text();
    const { report } = readReport(text);
    expect(report.counts).toEqual({ passed: 135, failed: 0, "not offered": 15, "not run": 0 });
    expect(text).not.toContain(ADMIN_KEY);
  }, 60_000);

  it("ends when its client leaves, and the request that runs with it", async () => {
    stub.respondWith((request, response) => (request.method === "GET" ? answerChat : neverAnswer())(request, response));
    const leave = new AbortController();
    const response = await post("", { provider: "filed" }, { signal: leave.signal });
    await response.body?.getReader().read();
    await vi.waitFor(() => expect(stub.requests.filter(({ method }) => method === "POST")).toHaveLength(1));
    leave.abort();
    await vi.waitFor(() => expect(stub.aborts).toHaveLength(1), { timeout: 5_000 });
    expect(stub.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("runs two at a time", async () => {
    stub.respondWith((request, response) => (request.method === "GET" ? answerChat : neverAnswer())(request, response));
    const leave = new AbortController();
    const runs = [1, 2].map(() => post("", { provider: "filed" }, { signal: leave.signal }));
    for (const response of await Promise.all(runs)) expect(response.status).toBe(200);
    const refused = await post("", { provider: "filed" });
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: "doctor_busy" });
    leave.abort();
    stub.reset();
    await vi.waitFor(async () => expect((await post("", { provider: "filed" })).status).toBe(200), { timeout: 5_000 });
  });

  it.each([
    [{}, 400, "base_url"],
    [{ base_url: "ftp://a" }, 400, "base_url"],
    [{ base_url: "http://user:secret@127.0.0.1:9" }, 400, "base_url"],
    [{ base_url: "http://127.0.0.1:9", api_formats: [] }, 400, "api_formats"],
    [{ base_url: "http://127.0.0.1:9", api_formats: ["soap"] }, 400, "api_formats[0]"],
    [{ provider: "filed", base_url: "http://127.0.0.1:9" }, 400, "base_url"],
    [{ provider: "filed", api_key: "k" }, 400, "api_key"],
    [{ provider: "filed", max_tokens: 1 }, 400, "max_tokens"],
    [{ provider: "filed", frob: 1 }, 400, "frob"],
    [{ provider: "gone" }, 404, null],
    [{ base_url: "http://127.0.0.1:9" }, 400, "model"],
  ])("refuses %j", async (body, status, param) => {
    for (const path of ["", "/plan"]) {
      const response = await post(path, body);
      expect(response.status).toBe(status);
      const error = (await response.json()) as { param: string | null; message: string };
      expect(error.param ?? null).toBe(param);
      expect(error.message).not.toContain("secret");
    }
  });

  it("is for admins", async () => {
    const { secret } = await createKey(gateway, { scopes: ["inference"] });
    const headers = { ...AUTHORIZED, authorization: `Bearer ${secret}` };
    for (const path of ["", "/plan"]) expect((await post(path, { provider: "filed" }, { headers })).status).toBe(403);
  });
});
