/** Retirement of models: dates in the model list, headers of responses, and the 404 of a retired name. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "#tests/support/stub-upstream.ts";

const SHUTDOWN = "2099-03-01";
const REPLY = {
  ...{ id: "c", object: "chat.completion", created: 1, model: "m" },
  choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
};
let stub: StubUpstream;
beforeAll(async () => {
  stub = await startStubUpstream();
  stub.respondWith((request, response) =>
    request.method === "GET"
      ? jsonReply({ data: [{ id: "listed", shutdown_date: SHUTDOWN }, { id: "current" }, { id: "past" }] })(
          request,
          response,
        )
      : jsonReply(REPLY)(request, response),
  );
});
afterAll(() => stub.close());

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      mount,
      config: {
        aliases: { old: "lab/old" },
        upstreams: {
          lab: {
            baseUrl: stub.url,
            retirements: {
              old: { retiresOn: "2099-01-31", replacedBy: "current" },
              past: { retiresOn: "2020-01-31", replacedBy: "current" },
              gone: { retiresOn: "2020-01-31" },
            },
          },
        },
      },
    });
  });
  afterAll(() => gateway?.close());

  const ask = (model: string, fields: object = {}) =>
    gateway.chat({ model, messages: [{ role: "user", content: "Hi" }], ...fields });
  const read = async (path: string) => (await fetch(gateway.url + path, { headers: AUTHORIZED })).json();

  it("lists the dates of the upstream's list and of the config file, without retired models", async () => {
    const { data } = await read("/v1/models");
    const dates = Object.fromEntries(
      data.flatMap(({ id, retires_at }: { id: string; retires_at?: string }) =>
        id.startsWith("lab/") ? [[id, retires_at]] : [],
      ),
    );
    expect(dates).toEqual({ "lab/listed": "2099-03-01T00:00:00.000Z", "lab/current": undefined });
    expect(await read("/v1/models/lab/listed")).toMatchObject({
      retires_at: "2099-03-01T00:00:00.000Z",
      api_formats: ["openai-chat"],
    });
  });

  it.each(["lab/old", "old"])("announces the retirement of %s in the response's headers", async (name) => {
    for (const fields of [{}, { temperature: 1, n: 1 }]) {
      const { status, headers } = await ask(name, fields);
      expect(status).toBe(200);
      expect(headers.get("deprecation")).toBe(`@${Date.UTC(2099, 0, 31) / 1000}`);
      expect(headers.get("sunset")).toBe("Sat, 31 Jan 2099 00:00:00 GMT");
      expect(headers.get("link")).toBe('</v1/models/lab%2Fcurrent>; rel="successor-version"');
    }
  });

  it("announces a date of the upstream's own list, and nothing for other models", async () => {
    await read("/v1/models");
    const listed = await ask("lab/listed");
    expect([listed.headers.get("sunset"), listed.headers.get("link")]).toEqual(["Sun, 01 Mar 2099 00:00:00 GMT", null]);
    const current = await ask("lab/current");
    expect([current.status, current.headers.get("sunset"), current.headers.get("deprecation")]).toEqual([
      200,
      null,
      null,
    ]);
  });

  it("refuses a retired model with its successor, and sends nothing upstream", async () => {
    const before = stub.requests.length;
    const refused = await ask("lab/past");
    expect([refused.status, await refused.json()]).toMatchObject([
      404,
      {
        message: 'The model "lab/past" was retired on 2020-01-31. Use "lab/current".',
        param: "model",
        code: "model_retired",
      },
    ]);
    expect((await (await ask("lab/gone")).json()).message).toContain("GET /v1/models");
    expect(stub.requests).toHaveLength(before);
  });

  it("sums up the last hour by model", async () => {
    await ask("current");
    await ask("typo");
    const { data } = await read("/api/models/health");
    const count = (name: string) => data.find(({ model }: { model: string }) => model === name)?.requests;
    expect(["lab/current", "current", "old", "typo"].map(count)).toEqual([2, undefined, undefined, 1]);
    const old = data.find(({ model }: { model: string }) => model === "lab/old");
    // Two with its own name and two with its alias.
    expect(old).toMatchObject({ requests: 4, errors: 0 });
    expect(old.total_p50_ms).toBeGreaterThan(0);
    expect(data.find(({ model }: { model: string }) => model === "lab/past")).toMatchObject({
      ...{ requests: 1, errors: 1 },
      ...{ first_byte_p50_ms: null, total_p50_ms: null },
    });
    expect((await fetch(`${gateway.url}/api/models/health`)).status).toBe(401);
  });
});
