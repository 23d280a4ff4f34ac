import { describe, expect, test } from "vitest";
import { createShareSchema, LARGEST_SHARE } from "#lib/gateway/endpoints/shares/schema.ts";
import { canStore, LONGEST_SHARE, loadShare, storeShare } from "#lib/playground/sharing/stored-share.ts";

const LINK = "http://localhost:3000/chat#s=1.q1YqriwuSc1VslJyKkpNzFYoyFdIKkrNS1eqBQA";

/** A gateway of one response, which notes what it was asked. */
function answering(status: number, body: object) {
  const asked: { path: string; body: unknown }[] = [];
  const send: typeof fetch = async (path, init) => {
    asked.push({ path: String(path), body: init?.body && JSON.parse(String(init.body)) });
    return new Response(JSON.stringify(body), { status });
  };
  return { asked, send };
}

test("stores the contents of a link, and returns a short link to the same page", async () => {
  const { asked, send } = answering(201, { id: "share_abc", created_at: 1, expires_at: 2 });
  expect(await storeShare(LINK, send)).toEqual({
    link: "http://localhost:3000/chat#s=stored.share_abc",
    expiresAt: 2,
  });
  expect(asked).toEqual([{ path: "/api/shares", body: { payload: LINK.slice(LINK.indexOf("1.")) } }]);
  expect(createShareSchema.safeParse(asked[0]?.body).success).toBe(true);
});

test("uses the gateway's limit", () => {
  expect(LONGEST_SHARE).toBe(LARGEST_SHARE);
  const linkOf = (length: number) => `http://localhost:3000/chat#s=${"a".repeat(length)}`;
  expect([canStore(linkOf(LONGEST_SHARE)), canStore(linkOf(LONGEST_SHARE + 1))]).toEqual([true, false]);
});

describe("opening", () => {
  test("needs no request for a self-contained link", async () => {
    const { asked, send } = answering(500, {});
    expect(await loadShare("#s=1.AAAA", send)).toBe("#s=1.AAAA");
    expect(asked).toEqual([]);
  });

  test("loads a stored link", async () => {
    const { asked, send } = answering(200, { id: "share_abc", payload: "1.AAAA" });
    expect(await loadShare("#s=stored.share_abc", send)).toBe("#s=1.AAAA");
    expect(asked).toMatchObject([{ path: "/api/shares/share_abc" }]);
  });

  test("reports an expired link with its lifetime, and other failures with the gateway's message", async () => {
    const gone = answering(404, { error: 404, message: "Nothing is kept under this id." });
    await expect(loadShare("#s=stored.share_abc", gone.send)).rejects.toThrow("expire after 30 days");
    const failing = answering(503, { error: 503, message: "The gateway is shutting down." });
    await expect(loadShare("#s=stored.share_abc", failing.send)).rejects.toThrow("shutting down");
  });
});
