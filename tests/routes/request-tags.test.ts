/** Labels of keys and requests, in the log and in the usage. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { UsageReply } from "#lib/contract/usage-reply.ts";
import { createKey, type TestKey } from "../support/create-key.ts";
import { expectError } from "../support/expect-error.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";

const messages = [{ role: "user", content: "Hello" }];

describe.each(mounts)("labels on the %s mount", (mount) => {
  let gateway: TestGateway;
  let key: TestKey;
  beforeAll(async () => {
    gateway = await startGateway({ mount });
    key = await createKey(gateway, { group: "team", tags: ["ci"] });
  });
  afterAll(() => gateway?.close());

  const ask = (tags: string) => {
    const headers = {
      authorization: `Bearer ${key.secret}`,
      "content-type": "application/json",
      "x-gateway-tags": tags,
    };
    return gateway.chat({ model: "sandbox/echo", messages }, { headers });
  };
  const read = async (path: string) => {
    const response = await fetch(`${gateway.url}${path}`, { headers: AUTHORIZED });
    expect(response.status).toBe(200);
    return response.json();
  };

  it("of the key and of the request are in the log and in the usage, with the key's group", async () => {
    await (await ask("nightly, ci")).text();
    const usage = (query: string): Promise<UsageReply> => read(`/api/usage?${query}`);
    await vi.waitFor(async () => expect((await usage("")).total.requests).toBe(1), { timeout: 5_000 });
    const byTag = await usage("group_by=tag&bucket=day");
    expect(byTag.groups.map(({ group, requests }) => [group, requests]).sort()).toEqual([
      ["ci", 1],
      ["nightly", 1],
    ]);
    // A request with two labels counts once in the totals.
    expect(byTag.total.requests).toBe(1);
    expect(byTag.buckets.reduce((sum, { total }) => sum + total.requests, 0)).toBe(1);
    expect((await usage("group_by=group")).groups).toMatchObject([{ group: "team", requests: 1 }]);
    expect((await usage("tag=nightly")).total.requests).toBe(1);
    expect((await usage("tag=night")).total.requests).toBe(0);
    const { data } = await read("/api/requests?tag=nightly&group=team");
    expect(data).toMatchObject([{ group: "team", tags: ["ci", "nightly"], key: { id: key.id } }]);
    expect((await read("/api/requests?tag=other")).data).toEqual([]);
  });

  it.each(["a,b,c,d,e,f,g,h,i", "a;b", "x".repeat(65)])("with a wrong form are refused: %s", async (tags) => {
    await expectError(await ask(tags), {
      status: 400,
      type: "invalid_request_error",
      param: "x-gateway-tags",
      message: /up to 8 labels/,
    });
  });
});
