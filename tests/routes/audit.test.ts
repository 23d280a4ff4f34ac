/** `/api/audit` on both mounts: what is written, who may read it, pages, export, and no secrets. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditEntry, AuditList } from "#lib/contract/audit.ts";
import { createKey } from "../support/create-key.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";

const PROVIDER_KEY = "sk-planted-provider-secret-123456";

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ mount });
  });
  afterAll(() => gateway?.close());

  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = AUTHORIZED) =>
    fetch(gateway.url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const list = async (query = ""): Promise<AuditList> => (await call("GET", `/api/audit${query}`)).json();
  const entriesOn = async (target: string): Promise<AuditEntry[]> => (await list(`?target=${target}`)).data;

  it("writes who changed what of a key, from and to, with the request", async () => {
    const { id } = await createKey(gateway, { name: "CI", tags: ["a"] });
    const response = await call("PATCH", `/api/keys/${id}`, { name: "Build", limits: { requests_per_minute: 5 } });
    await call("POST", `/api/keys/${id}/rotate`, { overlap_seconds: 60 });
    await call("DELETE", `/api/keys/${id}`);
    await call("DELETE", `/api/keys/${id}`);
    const [revoked, rotated, updated, created] = await entriesOn(id);
    expect(await entriesOn(id)).toHaveLength(4);
    expect(created).toMatchObject({ action: "key.create", actor: { id: "admin", name: "Admin key" } });
    expect(created?.changes).toContainEqual({ field: "tags", from: null, to: ["a"] });
    expect(updated).toMatchObject({
      action: "key.update",
      target: { id, name: "Build" },
      request_id: response.headers.get("x-request-id"),
      changes: [
        { field: "name", from: "CI", to: "Build" },
        { field: "requests_per_minute", from: null, to: 5 },
      ],
    });
    expect(rotated?.changes).toEqual([{ field: "overlap_seconds", from: null, to: 60 }]);
    expect(revoked?.action).toBe("key.revoke");
    if (mount === "node") expect(created?.address).toBe("127.0.0.1");
  });

  it("writes connected providers without their key", async () => {
    const draft = { id: "acme", name: "Acme", base_url: "http://127.0.0.1:9/v1", api_formats: ["openai-chat"] };
    const created = await call("POST", "/api/providers", { ...draft, api_key: PROVIDER_KEY });
    expect(created.status, await created.clone().text()).toBe(201);
    await call("PUT", "/api/providers/acme", { ...draft, name: "Acme Corp" });
    await call("DELETE", "/api/providers/acme");
    const entries = await entriesOn("acme");
    expect(entries.map(({ action }) => action)).toEqual(["provider.delete", "provider.update", "provider.create"]);
    expect(entries[1]?.changes).toContainEqual({ field: "name", from: "Acme", to: "Acme Corp" });
    expect(entries[2]?.changes).toContainEqual({ field: "api_key", from: null, to: "(not shown)" });
    expect(JSON.stringify(entries)).not.toContain(PROVIDER_KEY);
  });

  it("writes sign-ins, refused ones, links, sign-outs, and cleared storage", async () => {
    const { id, secret } = await createKey(gateway, { name: "Browser" });
    const json = { "content-type": "application/json" };
    const signedIn = await call("POST", "/api/session", { key: secret }, json);
    const cookie = String(signedIn.headers.get("set-cookie")).split(";")[0] as string;
    await call("DELETE", "/api/session", undefined, { cookie, "sec-fetch-site": "same-origin" });
    await call("POST", "/api/session", { key: "pk_wrong_key_of_nobody" }, json);
    await call("POST", "/api/session/links");
    await call("DELETE", "/api/storage/requests?older_than=30d");
    const own = (await list(`?actor=${id}`)).data.map(({ action }) => action);
    expect(own).toEqual(["session.sign_out", "session.sign_in"]);
    const [refused] = (await list("?action=session.refuse")).data;
    expect(refused).toMatchObject({ actor: { id: "anonymous" }, changes: [{ field: "method", to: "key" }] });
    expect((await list("?action=session.link")).data).toHaveLength(1);
    expect((await entriesOn("requests"))[0]).toMatchObject({ action: "storage.clear" });
  });

  it("writes that the config file was read again, and that one was refused", async () => {
    const path = join(gateway.dataDir, "config.json");
    writeFileSync(path, JSON.stringify({ sandbox: { tokensPerSecond: 0 }, aliases: { a: "sandbox/echo" } }));
    await expect
      .poll(async () => (await list("?action=config.reload")).data, { timeout: 20_000 })
      .toMatchObject([{ actor: { id: "gateway" }, changes: [{ field: "aliases" }], request_id: null }]);
    writeFileSync(path, JSON.stringify({ aliases: 3 }));
    await expect
      .poll(async () => (await list("?action=config.reject")).data, { timeout: 20_000 })
      .toMatchObject([{ changes: [{ field: "problem", to: expect.stringContaining("aliases") }] }]);
  });

  it("is read in pages", async () => {
    const whole = (await list("?limit=200")).data.map(({ id }) => id);
    const found: string[] = [];
    let cursor = "";
    do {
      const page = await list(`?limit=3${cursor && `&cursor=${cursor}`}`);
      found.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor ?? "";
      expect(page.has_more).toBe(cursor !== "");
    } while (cursor);
    expect(found).toEqual(whole);
    expect(whole.length).toBeGreaterThan(6);
  });

  it("is exported as JSON and as CSV in which no cell is a formula", async () => {
    const { id } = await createKey(gateway, { name: '=HYPERLINK("http://x")' });
    const json = await call("GET", `/api/audit/export?target=${id}`);
    expect(await json.json()).toMatchObject([{ target: { id, name: '=HYPERLINK("http://x")' } }]);
    expect(json.headers.get("content-disposition")).toBe('attachment; filename="audit-log.json"');
    const csv = await call("GET", `/api/audit/export?format=csv&target=${id}`);
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const lines = (await csv.text()).split("\r\n");
    expect(lines[0]).toBe("time,actor_id,actor,action,target_id,target,changes,address,request_id,id");
    expect(lines[1]).toContain(`key.create,${id},"'=HYPERLINK(""http://x"")"`);
    expect(await (await call("GET", "/api/audit/export?target=nothing")).json()).toEqual([]);
  });

  it("is for admins, and names a wrong field of the query", async () => {
    const { secret } = await createKey(gateway);
    const key = { authorization: `Bearer ${secret}` };
    for (const path of ["/api/audit", "/api/audit/export"]) {
      expect((await call("GET", path, undefined, key)).status).toBe(403);
      expect((await call("GET", path, undefined, {})).status).toBe(401);
    }
    for (const field of ["limit", "cursor", "action", "since", "other"]) {
      const response = await call("GET", `/api/audit?${field}=~`);
      expect(await response.json()).toMatchObject({ error: 400, param: field });
    }
    expect((await call("GET", "/api/audit/export?format=xml")).status).toBe(400);
    expect((await call("DELETE", "/api/audit")).status).toBe(405);
  });

  it("holds no key of anybody", async () => {
    const text = await (await call("GET", "/api/audit/export")).text();
    for (const secret of [ADMIN_KEY, PROVIDER_KEY, "pk_wrong_key_of_nobody"]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/pk_[0-9A-Za-z]{43}/);
  });
});
