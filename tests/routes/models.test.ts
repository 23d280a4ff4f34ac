/**
 * `GET /v1/models` and `/v1/models/{id}`: one body for three SDK families, filled from every upstream (wire-formats
 * §0.1).
 */
import OpenAI from "openai";
import OpenAI6 from "openai-v6";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLOSED_PORT } from "../support/closed-port.ts";
import { expectError } from "../support/expect-error.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

/** The specification's own names of image models stand for the sandbox's painters until config says otherwise. */
/** The models of the media routes. */
const MEDIA = ["image-model-a", "image-model-b", "image-model-c", "video-model-a"];

const LISTED = [
  { id: "plain", object: "model", created: 1_700_000_000, owned_by: "stub" },
  { id: "org/model.v2:free", name: "Model, version 2", description: "With a slash.", context_length: 131_072 },
  { id: "served", max_model_len: 8_192 },
];

let listing: StubUpstream;
let broken: StubUpstream;
let sloppy: StubUpstream;
beforeAll(async () => {
  [listing, broken, sloppy] = await Promise.all([startStubUpstream(), startStubUpstream(), startStubUpstream()]);
});
afterAll(() => Promise.all([listing, broken, sloppy].map((stub) => stub?.close())));

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    listing.respondWith(jsonReply({ object: "list", data: LISTED }));
    broken.respondWith(jsonReply({ error: "no" }, { status: 500 }));
    sloppy.respondWith(jsonReply({ data: [null, {}, { id: 7 }, { id: "kept", extra: {} }, "text"] }));
    gateway = await startGateway({
      mount,
      config: {
        defaultModel: "listing/plain",
        aliases: { quick: "sandbox/echo", "team/best": "listing/org/model.v2:free", paid: "fixed/org/b" },
        retries: { attempts: 0 },
        upstreams: {
          listing: { baseUrl: listing.url },
          fixed: {
            baseUrl: "http://127.0.0.1:9/v1",
            models: ["a", "org/b"],
            prices: { "org/b": { input: 1.25, cached_input: 0.125, output: 10 } },
          },
          broken: { baseUrl: broken.url },
          away: { baseUrl: `http://127.0.0.1:${CLOSED_PORT}/v1` },
          sloppy: { baseUrl: sloppy.url },
        },
      },
    });
  });
  afterAll(() => gateway?.close());

  const get = (path: string) => fetch(gateway.url + path, { headers: AUTHORIZED });
  const list = async () => (await get("/v1/models")).json();

  it("lists aliases, every upstream's models and the sandbox's", async () => {
    const { object, data } = await list();
    expect(object).toBe("list");
    expect(data.map(({ id }: { id: string }) => id)).toEqual([
      "default",
      ...MEDIA,
      "quick",
      "team/best",
      "paid",
      "listing/plain",
      "listing/org/model.v2:free",
      "listing/served",
      "fixed/a",
      "fixed/org/b",
      "sloppy/kept",
      ...["guide", "demo", "echo", "garbage", ...MEDIA].map((id) => `sandbox/${id}`),
      ...["embedding-model-a", "speech-model-a", "transcription-model-a", "realtime-model-a"].map(
        (id) => `sandbox/${id}`,
      ),
      ...["fault-429", "slow-2000", "cut-5", "long-2000"].map((id) => `sandbox/${id}`),
    ]);
  });

  it("shows each alias's model and the default model", async () => {
    const { data, default: defaultModel } = await list();
    expect(defaultModel).toBe("listing/plain");
    const aliases = data.filter((entry: { alias_of?: string }) => entry.alias_of);
    expect(aliases.map((entry: { id: string; alias_of: string }) => [entry.id, entry.alias_of])).toEqual([
      ["default", "listing/plain"],
      ...MEDIA.map((id) => [id, `sandbox/${id}`]),
      ["quick", "sandbox/echo"],
      ["team/best", "listing/org/model.v2:free"],
      ["paid", "fixed/org/b"],
    ]);
  });

  it("names the upstreams whose list is unavailable, and why", async () => {
    expect((await list()).unavailable).toEqual([
      { upstream: "broken", message: expect.stringContaining("answered /models with status 500") },
      { upstream: "away", message: expect.stringContaining("could not be reached") },
    ]);
  });

  it("gives every entry the fields of all three APIs", async () => {
    const body = await list();
    expect(body).toMatchObject({ has_more: false, first_id: "default", last_id: "sandbox/long-2000" });
    expect(body, "an empty page token makes Google's pager loop").not.toHaveProperty("nextPageToken");
    expect(body.models).toEqual(body.data);
    for (const entry of body.data) {
      expect(entry).toMatchObject({
        object: "model",
        created: expect.any(Number),
        owned_by: expect.any(String),
        type: "model",
        display_name: expect.any(String),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        name: `models/${entry.id}`,
        displayName: entry.display_name,
        supportedGenerationMethods: expect.any(Array),
      });
    }
  });

  it("keeps an upstream's facts about its models", async () => {
    const { data } = await list();
    const find = (id: string) => data.find((entry: { id: string }) => entry.id === id);
    expect(find("listing/plain")).toMatchObject({
      created: 1_700_000_000,
      created_at: "2023-11-14T22:13:20.000Z",
      owned_by: "listing",
    });
    expect(find("listing/org/model.v2:free")).toMatchObject({
      display_name: "Model, version 2",
      description: "With a slash.",
      context_window: 131_072,
      inputTokenLimit: 131_072,
    });
    expect(find("listing/served")).toMatchObject({ context_window: 8_192, display_name: "served" });
    expect(find("sandbox/guide")).toMatchObject({
      capabilities: { vision: true, tools: true },
      context_window: 1_000_000,
    });
  });

  it("shows known prices, also for aliases", async () => {
    const { data } = await list();
    const pricing = (id: string) => data.find((entry: { id: string }) => entry.id === id).pricing;
    const own = { input: 1.25, cached_input: 0.125, output: 10 };
    expect(pricing("fixed/org/b")).toEqual(own);
    expect(pricing("paid")).toEqual(own);
    for (const id of ["paid", "fixed/org/b"])
      expect((await (await get(`/v1/models/${id}`)).json()).pricing).toEqual(own);
    expect(pricing("sandbox/guide")).toMatchObject({ input: 0, output: 0 });
    for (const id of ["fixed/a", "listing/plain", "default"]) expect(pricing(id)).toBeUndefined();
  });

  it("sends an upstream one request for many lists", async () => {
    await list();
    const before = listing.requests.length;
    await Promise.all([list(), list(), get("/v1/models/listing/plain")]);
    expect(listing.requests.length).toBe(before);
    expect(listing.requests.at(-1)).toMatchObject({ method: "GET", path: "/v1/models" });
  });

  it.each([
    ["/v1/models/sandbox/guide", "sandbox/guide"],
    ["/v1/models/sandbox%2Fguide", "sandbox/guide"],
    ["/api/v1/models/sandbox/guide", "sandbox/guide"],
    ["/v1/models/sandbox/long-17", "sandbox/long-17"],
    ["/v1/models/listing/org/model.v2:free", "listing/org/model.v2:free"],
    ["/v1/models/listing%2Forg%2Fmodel.v2%3Afree", "listing/org/model.v2:free"],
    ["/v1/models/fixed/org/b", "fixed/org/b"],
    ["/v1/models/default", "default"],
    ["/v1/models/team/best", "team/best"],
    ["/v1/models/team%2Fbest", "team/best"],
  ])("%s is %s", async (path, id) => {
    const response = await get(path);
    expect(await response.json()).toMatchObject({ id, object: "model", name: `models/${id}` });
    expect(response.status).toBe(200);
  });

  it.each([
    ["/v1/models/sandbox/giude", /Did you mean .*sandbox\/guide/],
    ["/v1/models/fixed/c", /^Provider "fixed" does not list the model "c"\. GET/],
    ["/v1/models/broken/x", /^Provider "broken" does not list the model "x"\. .*status 500/],
    ["/v1/models/gpt-4o", /^No alias or provider has the model "gpt-4o"/],
    ["/v1/models/a%20b", /^No alias or provider has the model "a b"/],
  ])("%s is a 404", async (path, message) => {
    await expectError(await get(path), {
      status: 404,
      message,
      type: "not_found_error",
      param: "model",
      code: "model_not_found",
    });
  });

  it("both official SDKs list and retrieve", async () => {
    for (const Client of [OpenAI, OpenAI6]) {
      const client = new Client({ baseURL: `${gateway.url}/v1`, apiKey: ADMIN_KEY, maxRetries: 0 });
      const ids: string[] = [];
      for await (const model of client.models.list()) ids.push(model.id);
      expect(ids).toContain("listing/org/model.v2:free");
      expect(new Set(ids).size, "no page twice").toBe(ids.length);
      expect(await client.models.retrieve("listing/org/model.v2:free")).toMatchObject({ owned_by: "listing" });
      await expect(client.models.retrieve("nope")).rejects.toThrow(Client.NotFoundError);
    }
  });

  it("a bare name that only one upstream lists is that model", async () => {
    await list();
    listing.respondWith(undefined);
    try {
      const response = await gateway.chat({ model: "served", messages: [{ role: "user", content: "Hi" }] });
      expect(response.headers.get("x-gateway-upstream")).toBe("listing");
      expect(await response.json()).toMatchObject({ object: "chat.completion", model: "served" });
    } finally {
      listing.respondWith(jsonReply({ object: "list", data: LISTED }));
    }
  });

  it("answers HEAD without a body", async () => {
    const response = await fetch(`${gateway.url}/v1/models`, { method: "HEAD", headers: AUTHORIZED });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });
});
