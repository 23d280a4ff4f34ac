/** `/api/requests` on both mounts: access to rows of the log, queries, and the fields of a row. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LoggedRequest, RequestList, RequestWithRecord } from "#lib/contract/logged-request.ts";
import { openStore } from "#lib/store/open-store.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";

/**
 * A time that no earlier request has: `since` includes its own millisecond, in which the test before may have ended.
 */
async function nextMillisecond(): Promise<number> {
  const before = Date.now();
  while (Date.now() === before) await new Promise(setImmediate);
  return Date.now();
}

describe.each(mounts)("the request log on the %s mount", { timeout: 30_000 }, (mount) => {
  let gateway: TestGateway;
  const keys: Record<"first" | "second", { id: string; prefix: string; headers: Record<string, string> }> = {} as never;

  beforeAll(async () => {
    gateway = await startGateway({ mount });
    const store = await openStore({ dataDir: gateway.dataDir });
    for (const name of ["first", "second"] as const) {
      const { record, secret } = await store.keys.create({ name });
      const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
      keys[name] = { id: record.id, prefix: record.prefix, headers };
    }
    await store.close();
  });
  afterAll(() => gateway?.close());

  async function fetchText(
    body: Record<string, unknown>,
    headers: Record<string, string> = AUTHORIZED,
  ): Promise<string> {
    // Rows of one millisecond are ordered by their ids.
    await nextMillisecond();
    const id = randomUUID();
    const messages = [{ role: "user", content: "Hello" }];
    const response = await gateway.chat({ messages, ...body }, { headers: { ...headers, "x-request-id": id } });
    await response.text();
    return id;
  }
  const get = (path: string, headers: Record<string, string> = AUTHORIZED) =>
    fetch(`${gateway.url}/api/requests${path}`, { headers });
  async function list(query: Record<string, string>, headers?: Record<string, string>): Promise<RequestList> {
    const response = await get(`?${new URLSearchParams(query)}`, headers);
    expect(response.status, await response.clone().text()).toBe(200);
    return response.json();
  }
  const idsOf = ({ data }: RequestList) => data.map(({ id }) => id);
  const read = async (id: string, headers?: Record<string, string>): Promise<LoggedRequest> =>
    (await get(`/${id}`, headers)).json();

  it("shows all facts of a request as soon as it has ended", async () => {
    const id = await fetchText({ model: "sandbox/echo", user: "u" }, keys.first.headers);
    const { id: keyId, prefix } = keys.first;
    const request = await read(id);
    expect(request).toMatchObject({
      object: "request",
      id,
      key: { id: keyId, name: "first", prefix },
      route: "POST /v1/chat/completions",
      dialect: "openai-chat",
      lane: "sandbox",
      upstream: "sandbox",
      model: "sandbox/echo",
      status: 200,
      input_tokens: expect.any(Number),
      total_ms: expect.any(Number),
      error: null,
      dropped: ["user"],
      cost: 0,
      cost_about: false,
      exchange: false,
      recorded: false,
      record: null,
    });
    const { record: _, prompt_cache: __, ...row } = request as RequestWithRecord;
    expect((await list({ id })).data).toEqual([row]);
  });

  it("shows a key its own requests, and the admin key all of them", async () => {
    const [own, other] = [
      await fetchText({ model: "sandbox/echo" }, keys.first.headers),
      await fetchText({ model: "sandbox/echo" }, keys.second.headers),
    ];
    const seen = idsOf(await list({}, keys.second.headers));
    expect(seen).toContain(other);
    expect(seen).not.toContain(own);
    expect(idsOf(await list({ limit: "2" }))).toEqual([other, own]);
    expect(idsOf(await list({ key_id: keys.first.id, limit: "1" }))).toEqual([own]);
    expect((await get(`/${own}`, keys.second.headers)).status).toBe(404);
    expect((await get(`?key_id=${keys.first.id}`, keys.second.headers)).status).toBe(403);
    expect((await get("", { authorization: "Bearer wrong" })).status).toBe(401);
  });

  it("filters, and pages with a cursor", async () => {
    const since = String(await nextMillisecond());
    const ids = [
      await fetchText({ model: "sandbox/echo" }),
      await fetchText({ model: "sandbox/fault-503" }),
      await fetchText({ model: "sandbox/no-such" }),
      await fetchText({ model: "sandbox/echo" }),
    ];
    await (await fetch(`${gateway.url}/v1/models`, { headers: AUTHORIZED })).text();
    const [echo, fault, unknown, last] = ids;
    expect(idsOf(await list({ since, model: "sandbox/echo" }))).toEqual([last, echo]);
    expect(idsOf(await list({ since, errors: "true" }))).toEqual([unknown, fault]);
    expect(idsOf(await list({ since, status: "503" }))).toEqual([fault]);
    expect(idsOf(await list({ since, status: "4xx" }))).toEqual([unknown]);
    expect(idsOf(await list({ since, errors: "true", status: "2xx" }))).toEqual([]);
    expect(idsOf(await list({ since, lane: "sandbox", dialect: "openai-chat" }))).toEqual([last, fault, echo]);
    expect((await list({ since })).data.map(({ route }) => route)).toContain("GET /v1/models");
    expect(idsOf(await list({ since, calls: "true" }))).toEqual(ids.toReversed());
    const page = await list({ since, calls: "true", limit: "3" });
    expect(page).toMatchObject({ has_more: true, next_cursor: expect.any(String) });
    const rest = await list({ since, calls: "true", limit: "3", cursor: page.next_cursor ?? "" });
    expect(idsOf(rest)).toEqual([echo]);
    expect(rest).toMatchObject({ has_more: false, next_cursor: null });
  });

  it("shows whether a request has a resumable response, to its own key", async () => {
    const id = await fetchText({ model: "sandbox/echo" }, { ...keys.first.headers, "x-gateway-keep": "events" });
    expect(await read(id, keys.first.headers)).toMatchObject({ exchange: true });
    expect(await read(id)).toMatchObject({ exchange: false });
    const kept = await fetch(`${gateway.url}/api/exchanges/${id}`, { headers: keys.first.headers });
    expect(kept.status).toBe(200);
  });

  it.each([
    ["limit", "?limit=201"],
    ["limit", "?limit=many"],
    ["status", "?status=6xx"],
    ["dialect", "?dialect=latin"],
    ["lane", "?lane=fast"],
    ["since", "?since=yesterday"],
    ["errors", "?errors=yes"],
    ["cursor", "?cursor=next"],
    ["colour", "?colour=red"],
  ])("refuses an invalid %s with its name (%s)", async (param, query) => {
    const response = await get(query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 400, param, message: expect.stringContaining(param) });
  });

  it("is not in the log itself, unless it was refused", async () => {
    const since = String(await nextMillisecond());
    await list({});
    await (await get("?limit=0")).text();
    const { data } = await list({ since });
    expect(data.map(({ route, status }) => `${route} ${status}`)).toEqual(["GET /api/requests 400"]);
  });
});
