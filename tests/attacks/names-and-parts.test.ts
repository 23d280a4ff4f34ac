/** Names that no header or address can hold as they are, and forms of thousands of parts. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendCase } from "../support/fuzz.ts";
import { AUTHORIZED } from "../support/gateway.ts";
import { startWatchedGateway, type WatchedGateway } from "../support/watched-gateway.ts";

let gateway: WatchedGateway;
beforeAll(async () => {
  gateway = await startWatchedGateway();
});
afterAll(() => gateway?.close());

test.each<[string, name: string, header: string]>([
  ["an emoji", "\u{1F600}", "%F0%9F%98%80"],
  ["half a surrogate pair", "\ud83d", "%EF%BF%BD"],
  ["a line break", "a\r\nb", "a%0D%0Ab"],
  ["a comma", "a,b", "a%2Cb"],
])("a field named by %s is named as dropped", async (_name, name, header) => {
  const body = JSON.stringify({ model: "sandbox/echo", messages: [{ role: "user", content: "Hi" }], [name]: 1 });
  const { status, headers } = await sendCase(gateway.url, {
    path: "/v1/chat/completions",
    method: "POST",
    headers: AUTHORIZED,
    body,
  });
  expect([status, headers.get("x-gateway-dropped")]).toEqual([200, header]);
});

/** One chunk as the network brings it. */
const CHUNK_BYTES = 65_536;

test.each<[string, part: string]>([
  ["nothing but boundaries", "--edge\r\n"],
  ["empty parts", "--edge\r\n\r\n\r\n"],
  ["parts with a header", "--edge\r\nx: y\r\n\r\n\r\n"],
])("a form of %s is refused without a stall", async (_name, part) => {
  const body = part.repeat(CHUNK_BYTES / part.length);
  const send = () =>
    gateway.watch(() =>
      sendCase(gateway.url, {
        path: "/v1/files",
        method: "POST",
        headers: { ...AUTHORIZED, "content-type": "multipart/form-data; boundary=edge" },
        body,
      }),
    );
  const tolls = [await send(), await send(), await send()];
  expect(tolls.map(({ result }) => result.status)).toEqual([400, 400, 400]);
  expect(tolls[0]?.result.text).toMatch(/at most 100 parts/);
  expect(Math.min(...tolls.map(({ stallMs }) => stallMs))).toBeLessThan(100);
});
