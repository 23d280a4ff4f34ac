/** `/api/conversations` on both mounts: writes, conflicts, owners, search, trash, export and import. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { typeOfStatus } from "#lib/contract/errors/define-errors.ts";
import type {
  ConversationChanges,
  ConversationImport,
  ConversationList,
  StoredConversation,
  WholeConversation,
} from "#lib/contract/stored-conversation.ts";
import { createKey } from "../support/create-key.ts";
import { expectError as expectWholeError } from "../support/expect-error.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";

const contentOf = (...texts: string[]) => ({
  transcript: {
    turns: Object.fromEntries(texts.map((text, index) => [`t${index}`, { id: `t${index}`, role: "user", text }])),
  },
});

/** Checks the form of the error with these facts. */
const expectError = (reply: Response, facts: { status: number; code?: string; param?: string; type?: string }) =>
  expectWholeError(reply, { message: /./, type: typeOfStatus(facts.status), ...facts });

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  let ann: Record<string, string>;
  let bob: Record<string, string>;
  beforeAll(async () => {
    gateway = await startGateway({
      mount,
      config: { conversations: { store: true, trashDays: 7 }, quotas: { conversations: { count: 40 } } },
    });
    const keyOf = async (name: string) => ({
      ...AUTHORIZED,
      authorization: `Bearer ${(await createKey(gateway, { name })).secret}`,
    });
    ann = await keyOf("Ann");
    bob = await keyOf("Bob");
  });
  afterAll(() => gateway?.close());

  const call = (method: string, path: string, body?: unknown, headers = ann) =>
    fetch(`${gateway.url}/api/conversations${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const json = async <Reply>(response: Promise<Response>, status = 200): Promise<Reply> => {
    const settled = await response;
    expect(settled.status, await settled.clone().text()).toBe(status);
    return settled.json();
  };
  const put = (id: string, title: string, fields: object = {}, headers = ann) =>
    call("PUT", `/${id}`, { revision: 0, page: "chat", title, content: contentOf(title), ...fields }, headers);
  const list = async (query: string, headers = ann) =>
    (await json<ConversationList>(call("GET", query, undefined, headers))).data.map(({ id }) => id);

  it("stores, reads, replaces, renames and files a conversation", async () => {
    const created = await json<StoredConversation>(put("first", "Sights", { tags: ["paris", "trip 2"] }), 201);
    expect(created).toMatchObject({
      id: "first",
      revision: 1,
      tags: ["paris", "trip 2"],
      folder: "",
      deleted_at: null,
    });
    const whole = await json<WholeConversation>(call("GET", "/first"));
    expect(whole.content).toEqual(contentOf("Sights"));
    await json(put("first", "Sights", { revision: 1, content: contentOf("Sights", "And museums?") }));
    const moved = await json<StoredConversation>(
      call("PATCH", "/first", { revision: 2, title: "Louvre", folder: "Travel" }),
    );
    expect(moved).toMatchObject({ revision: 3, title: "Louvre", folder: "Travel", tags: [] });
    expect((await json<WholeConversation>(call("GET", "/first"))).content).toEqual(contentOf("Sights", "And museums?"));
    expect(await list("?q=muse%20louv")).toEqual(["first"]);
    expect(await list("?q=paris")).toEqual([]);
    expect(await list("?folder=Travel")).toEqual(["first"]);
  });

  it("of many writers on one revision one succeeds, and the others are told the current one", async () => {
    await json(put("race", "Race"), 201);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => put("race", `Race ${index}`, { revision: 1 })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    for (const reply of replies.filter(({ status }) => status === 409)) {
      await expectError(reply, { status: 409, code: "conversation_changed", param: "revision" });
    }
    const winner = replies.findIndex(({ status }) => status === 200);
    expect(await json(call("GET", "/race"))).toMatchObject({ title: `Race ${winner}`, revision: 2 });
    const late = await call("PATCH", "/race", { revision: 1, title: "Late" });
    expect((await late.json()).message).toContain("revision 2");
  });

  it("shows nobody the conversations of another key, and no admin", async () => {
    await json(put("secret", "Annual plan"), 201);
    for (const headers of [bob, AUTHORIZED]) {
      await expectError(await call("GET", "/secret", undefined, headers), {
        status: 404,
        code: "conversation_not_found",
      });
      expect(await list("?q=annual", headers)).toEqual([]);
      const write = await put("secret", "Mine now", { revision: 1 }, headers);
      await expectError(write, { status: 404, code: "conversation_not_found" });
      await expectError(await call("PATCH", "/secret", { revision: 1, title: "x" }, headers), { status: 404 });
      await expectError(await call("DELETE", "/secret", undefined, headers), { status: 404 });
      await expectError(await call("POST", "/secret/restore", undefined, headers), { status: 404 });
      expect(await (await call("GET", "/export", undefined, headers)).text()).not.toContain("Annual");
      expect((await json<ConversationChanges>(call("GET", "/changes", undefined, headers))).data).toEqual([]);
    }
    expect((await json<WholeConversation>(call("GET", "/secret"))).revision).toBe(1);
  });

  it("lists pages and changes by their cursors", async () => {
    for (let index = 0; index < 5; index += 1) await json(put(`page${index}`, "Paged", {}, bob), 201);
    const seen: string[] = [];
    let cursor = "";
    do {
      const page = await json<ConversationList>(
        call("GET", `?limit=2${cursor && `&cursor=${cursor}`}`, undefined, bob),
      );
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor ?? "";
      expect(page.has_more).toBe(cursor !== "");
    } while (cursor);
    expect(seen).toEqual(["page4", "page3", "page2", "page1", "page0"]);
    const first = await json<ConversationChanges>(call("GET", "/changes?limit=4", undefined, bob));
    expect(first).toMatchObject({ has_more: true, data: [{ id: "page0" }, {}, {}, { id: "page3" }] });
    const next = await json<ConversationChanges>(call("GET", `/changes?since=${first.next_since}`, undefined, bob));
    expect(next.data.map(({ id }) => id)).toEqual(["page4"]);
    await json(call("DELETE", "/page2", undefined, bob));
    const after = await json<ConversationChanges>(call("GET", `/changes?since=${next.next_since}`, undefined, bob));
    expect(after.data).toMatchObject([{ id: "page2", deleted_at: expect.any(Number) }]);
  });

  it("shows the text around the first word found, where it is asked for", async () => {
    const eve = { ...AUTHORIZED, authorization: `Bearer ${(await createKey(gateway, { name: "Eve" })).secret}` };
    const long = `${"before ".repeat(20)}A night in Zürich, by the lake. ${"after ".repeat(40)}`;
    await json(put("deep", "Cities", { content: contentOf("Hello", long) }, eve), 201);
    await json(put("titled", "Zurich", { content: contentOf("Nothing else") }, eve), 201);
    await json(put("large", "Zurich too", { content: contentOf(`${"x ".repeat(2_200_000)}zurich`) }, eve), 201);
    const found = async (query: string) =>
      (await json<ConversationList>(call("GET", query, undefined, eve))).data.map(
        ({ id, snippet }) => [id, snippet] as const,
      );
    const snippets = new Map(await found("?q=zuri&snippets=true"));
    expect(snippets.get("deep")).toMatch(/^….*A night in Zürich, by the lake\. (after )+.*…$/);
    expect(snippets.get("deep")?.length).toBeLessThan(110);
    expect(snippets.get("titled"), "found in the title alone").toBeNull();
    expect(await found("?q=lake%20night&snippets=true")).toEqual([["deep", expect.stringContaining("Zürich")]]);
    for (const query of ["?q=lake", "?snippets=true", "?q=%22&snippets=true"])
      for (const [, snippet] of await found(query)) expect(snippet).toBeUndefined();
  });

  it("deletes to the trash, restores, and removes for good", async () => {
    await json(put("bin", "Bin"), 201);
    const { purge_at } = await json<{ purge_at: number }>(call("DELETE", "/bin"));
    expect(Math.abs(purge_at - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
    expect(await list("?trashed=true")).toEqual(["bin"]);
    await expectError(await call("PATCH", "/bin", { revision: 2, title: "x" }), { status: 404 });
    expect(await json(call("POST", "/bin/restore"))).toMatchObject({ deleted_at: null, revision: 3 });
    await expectError(await call("POST", "/bin/restore"), { status: 409, code: "conversation_not_in_trash" });
    await json(call("DELETE", "/bin"));
    expect(await json(call("DELETE", "/bin"))).toMatchObject({ purge_at: null });
    await expectError(await call("GET", "/bin"), { status: 404 });
    await expectError(await call("DELETE", "/bin"), { status: 404 });
    await expectError(await call("PATCH", "/bin", { revision: 1, title: "x" }), { status: 404 });
    const late = await put("bin", "Bin", { revision: 3 });
    await expectError(late, { status: 410, code: "conversation_removed", param: "revision" });
    expect(await json(put("bin", "Bin"), 201)).toMatchObject({ revision: 1 });
  });

  it("lists what was removed for good among the changes, in pages", async () => {
    const fay = { ...AUTHORIZED, authorization: `Bearer ${(await createKey(gateway, { name: "Fay" })).secret}` };
    for (const id of ["r1", "r2", "r3", "r4"]) await json(put(id, id, {}, fay), 201);
    for (const id of ["r2", "r2", "r3", "r1", "r1"]) await json(call("DELETE", `/${id}`, undefined, fay));
    const seen: string[] = [];
    let [since, more] = [0, true];
    while (more) {
      const page = await json<ConversationChanges>(call("GET", `/changes?limit=1&since=${since}`, undefined, fay));
      expect(page.data.length + page.removed.length).toBe(1);
      seen.push(...page.data.map(({ id, deleted_at }) => `${id} ${deleted_at === null ? "stored" : "trashed"}`));
      seen.push(...page.removed.map(({ object, id, kind }) => `${id} ${kind} ${object}`));
      expect(page.next_since).toBeGreaterThan(since);
      since = page.next_since;
      more = page.has_more;
    }
    const gone = "conversation conversation.removed";
    expect(seen).toEqual(["r4 stored", `r2 ${gone}`, "r3 trashed", `r1 ${gone}`]);
    expect(await json(call("GET", `/changes?since=${since}`, undefined, fay))).toMatchObject({ data: [], removed: [] });
  });

  it("exports all, and imports without overwriting", async () => {
    const carol = {
      ...AUTHORIZED,
      authorization: `Bearer ${(await createKey(gateway, { name: "Carol" })).secret}`,
    };
    for (let index = 0; index < 25; index += 1)
      await json(put(`e${index}`, `Text ${index}`, { folder: "F" }, carol), 201);
    const file = await json<{ conversations: WholeConversation[] }>(call("GET", "/export", undefined, carol));
    expect(file.conversations).toHaveLength(25);
    await json(put("e0", "Changed since", { revision: 1 }, carol));
    await json(call("DELETE", "/e1", undefined, carol));
    const reply = await json<ConversationImport>(call("POST", "/import", file, carol));
    expect(reply.unchanged).toHaveLength(23);
    expect(reply.created.map(({ title }) => title).toSorted()).toEqual(["Text 0", "Text 1"]);
    expect(reply.created.every(({ id, folder }) => id !== "e0" && folder === "F")).toBe(true);
    expect(await json(call("GET", "/e0", undefined, carol))).toMatchObject({ title: "Changed since" });
  });

  it("keeps presets apart from conversations", async () => {
    await json(put("preset1", "Careful", { kind: "preset", content: { settings: { temperature: 0 } } }), 201);
    expect(await list("?kind=preset")).toEqual(["preset1"]);
    expect(await list("?q=careful")).toEqual([]);
    await json(call("DELETE", "/preset1"));
    expect(await list("?trashed=true&kind=preset")).toEqual(["preset1"]);
    expect(await list("?trashed=true")).not.toContain("preset1");
    await json(call("DELETE", "/preset1"));
    const { removed } = await json<ConversationChanges>(call("GET", "/changes?limit=500"));
    expect(removed.filter(({ kind }) => kind === "preset")).toMatchObject([{ id: "preset1", page: "chat" }]);
  });

  it("refuses more than the quota", async () => {
    const dan = { ...AUTHORIZED, authorization: `Bearer ${(await createKey(gateway, { name: "Dan" })).secret}` };
    const replies = await Promise.all(Array.from({ length: 44 }, (_, index) => put(`q${index}`, "Q", {}, dan)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(40);
    const refused = replies.find(({ status }) => status !== 201);
    await expectError(refused as Response, { status: 507, code: "quota_exceeded", type: "insufficient_quota" });
  });

  const good = { revision: 0, page: "chat", title: "T", content: {} };
  const BAD: [string, string, string, unknown, number, string | null][] = [
    ["an id with other characters", "PUT", "/a.b", good, 400, "conversation_id"],
    ["a long id", "GET", `/${"a".repeat(65)}`, undefined, 400, "conversation_id"],
    ["no revision", "PUT", "/bad", { ...good, revision: undefined }, 400, "revision"],
    ["a negative revision", "PUT", "/bad", { ...good, revision: -1 }, 400, "revision"],
    ["a revision that was never", "PUT", "/bad", { ...good, revision: 4 }, 404, null],
    ["no content", "PUT", "/bad", { ...good, content: undefined }, 400, "content"],
    ["content that is a list", "PUT", "/bad", { ...good, content: [] }, 400, "content"],
    ["a title with a line break", "PUT", "/bad", { ...good, title: "a\nb" }, 400, "title"],
    ["a title with NUL", "PUT", "/bad", { ...good, title: "a\0b" }, 400, "title"],
    ["a long title", "PUT", "/bad", { ...good, title: "a".repeat(301) }, 400, "title"],
    ["a folder with a comma", "PUT", "/bad", { ...good, folder: "a,b" }, 400, "folder"],
    ["a tag twice", "PUT", "/bad", { ...good, tags: ["a", "a"] }, 400, "tags"],
    ["an empty tag", "PUT", "/bad", { ...good, tags: [""] }, 400, "tags[0]"],
    ["too many tags", "PUT", "/bad", { ...good, tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }, 400, "tags"],
    ["an unknown kind", "PUT", "/bad", { ...good, kind: "note" }, 400, "kind"],
    ["an unknown field", "PUT", "/bad", { ...good, color: "red" }, 400, "color"],
    ["content beyond the limit", "PUT", "/bad", { ...good, content: { a: "x".repeat(8_400_000) } }, 413, "content"],
    ["a change of nothing", "PATCH", "/bad", { revision: 1 }, 400, null],
    ["a change of what is not there", "PATCH", "/bad", { revision: 1, title: "x" }, 404, null],
    ["a cursor of its own", "GET", "?cursor=abc", undefined, 400, "cursor"],
    ["a limit of 0", "GET", "?limit=0", undefined, 400, "limit"],
    ["an empty search", "GET", "?q=", undefined, 400, "q"],
    ["snippets in other words", "GET", "?q=a&snippets=1", undefined, 400, "snippets"],
    ["trashed in other words", "GET", "?trashed=yes", undefined, 400, "trashed"],
    ["an unknown parameter", "GET", "?sort=title", undefined, 400, "sort"],
    ["since in words", "GET", "/changes?since=yesterday", undefined, 400, "since"],
    ["an import of nothing", "POST", "/import", { conversations: [] }, 400, "conversations"],
    [
      "an import without a title",
      "POST",
      "/import",
      { conversations: [{ id: "a", page: "chat", content: {} }] },
      400,
      "conversations[0].title",
    ],
  ];
  it.each(BAD)("answers %s", async (_name, method, path, body, status, param) => {
    await expectError(await call(method, path, body), { status, ...(param ? { param } : {}) });
  });

  it("says so where conversations are not stored", async () => {
    const off = await startGateway({ mount: "node" });
    try {
      for (const [method, path] of [
        ["GET", ""],
        ["GET", "/changes"],
        ["GET", "/export"],
        ["PUT", "/a"],
        ["DELETE", "/a"],
      ] as const) {
        const reply = await fetch(`${off.url}/api/conversations${path}`, {
          method,
          headers: AUTHORIZED,
          ...(method === "PUT" ? { body: JSON.stringify(good) } : {}),
        });
        await expectError(reply, { status: 403, code: "conversations_not_stored" });
      }
      const session = await fetch(`${off.url}/api/session`, { headers: AUTHORIZED });
      expect(await session.json()).toMatchObject({ stores_conversations: false });
      const on = await fetch(`${gateway.url}/api/session`, { headers: AUTHORIZED });
      expect(await on.json()).toMatchObject({ stores_conversations: true });
    } finally {
      await off.close();
    }
  });
});
