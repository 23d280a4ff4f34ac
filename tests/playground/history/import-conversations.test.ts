import { expect, test, vi } from "vitest";
import { importConversations } from "#lib/playground/history/sync/import-conversations.ts";

/** Answers for the title of the conversation sent. */
function gatewayOf(answers: Record<string, Response | Error>) {
  return vi.fn(async (_path: unknown, init?: RequestInit) => {
    const [{ title }] = JSON.parse(String(init?.body)).conversations;
    const answer = answers[title];
    if (!(answer instanceof Response)) throw answer ?? new Error("unexpected");
    return answer.clone();
  });
}
const stored = (created: number) =>
  Response.json({ object: "conversation_import", created: Array(created).fill({}), unchanged: created ? [] : ["x"] });
const file = (...titles: string[]) => JSON.stringify({ conversations: titles.map((title) => ({ title })) });

test("counts what is stored, and names each that is refused", async () => {
  const send = gatewayOf({
    a: stored(1),
    b: stored(0),
    c: Response.json({ message: "`folder` must have no commas." }, { status: 400 }),
    d: Response.json({ message: "Over the quota." }, { status: 507 }),
    e: stored(1),
  });
  const steps: string[] = [];
  const report = await importConversations(file("a", "b", "c", "d", "e"), {
    send,
    onProgress: (done, all) => steps.push(`${done}/${all}`),
  });
  expect(report).toEqual({
    created: 2,
    unchanged: 1,
    problems: ["“c”: `folder` must have no commas.", "“d”: Over the quota."],
  });
  expect(steps).toEqual(["0/5", "1/5", "2/5", "3/5", "4/5"]);
});

test("stops without the gateway or a session", async () => {
  const offline = gatewayOf({ a: stored(1), b: new TypeError("Failed to fetch"), c: stored(1) });
  await expect(importConversations(file("a", "b", "c"), { send: offline })).rejects.toThrow();
  expect(offline).toHaveBeenCalledTimes(2);
  const signedOut = gatewayOf({ a: Response.json({ message: "Sign in." }, { status: 401 }) });
  await expect(importConversations(file("a", "b"), { send: signedOut })).rejects.toThrow("Sign in.");
});

test.each([
  ["text", "hello", "must be JSON"],
  ["another file", '{"messages": []}', "no conversations"],
  ["a list", "[1]", "no conversations"],
  ["an empty export", '{"conversations": []}', "no conversations"],
])("says of %s that it cannot be imported", async (_name, text, why) => {
  await expect(importConversations(text)).rejects.toThrow(why);
});

test("names a conversation without a title by its place", async () => {
  const send = async () => Response.json({ message: "No." }, { status: 400 });
  const report = await importConversations('{"conversations": [{"id": "x1"}, 7]}', { send });
  expect(report.problems).toEqual(["“x1”: No.", "Conversation 2: No."]);
});
