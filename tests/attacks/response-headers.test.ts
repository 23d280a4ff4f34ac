/**
 * Headers by which a browser neither runs a response of the gateway, nor frames it, nor guesses its type, nor keeps it.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "#lib/gateway/assembly/routes.ts";
import { chatReply } from "../support/chat-fixtures.ts";
import { FORWARDED_PROTOS } from "../support/forwarded-protos.ts";
import { ADMIN_KEY, AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { expectGuarded } from "../support/guarded.ts";
import { type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ mount: "node" });
});
afterAll(() => gateway.close());

const fetchText = (method: string, path: string, init: RequestInit = {}) =>
  fetch(`${gateway.url}${path}`, { method, headers: AUTHORIZED, ...init });

const ROUTES = endpoints.map(({ method, path }) => [method, path.replace(/\{\w+\}/g, "unknown")] as const);

describe("every route sends guard headers", () => {
  test.each(ROUTES)("%s %s, with a key and without one", async (method, path) => {
    const body = method === "POST" ? "{}" : undefined;
    for (const headers of [AUTHORIZED, {}]) await expectGuarded(await fetchText(method, path, { headers, body }));
  });
});

describe("responses without a route have them too", () => {
  test.each([
    ["a path that is no route", "GET", "/v1/unknown"],
    ["a method that the path does not take", "PUT", "/v1/models"],
    ["a path that is not well encoded", "GET", "/v1/files/%zz"],
    ["a HEAD", "HEAD", "/v1/models"],
    ["an OPTIONS", "OPTIONS", "/v1/chat/completions"],
  ])("%s", async (_name, method, path) => expectGuarded(await fetchText(method, path)));
});

const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("responses with a client's or model's bytes have them too", () => {
  test("an uploaded HTML page", async () => {
    const form = new FormData();
    form.append("purpose", "user_data");
    form.append("file", new Blob(["<script>alert(1)</script>"], { type: "text/html" }), "page.html");
    const created = await fetchText("POST", "/v1/files", {
      body: form,
      headers: { authorization: `Bearer ${ADMIN_KEY}` },
    });
    const { id } = await created.json();
    const content = await fetchText("GET", `/v1/files/${id}/content`);
    expect(content.status).toBe(200);
    expect(content.headers.get("content-disposition")).toMatch(/^attachment/);
    await expectGuarded(content);
  });

  test("an image at its signed URL, cached by the browser only", async () => {
    const made = await fetchText("POST", "/v1/images/generations", {
      body: JSON.stringify({ model: "image-model-b", prompt: "A dot", response_format: "url", size: "256x256" }),
    });
    const [{ url }] = (await made.json()).data;
    const image = await fetch(url);
    expect(image.status).toBe(200);
    await expectGuarded(image, /^private, max-age=\d+, immutable$/);
  });

  test.each([
    [true, /^private, max-age=3600$/],
    [false, /^no-store$/],
  ])("a picture of a shared page, public: %s", async (isPublic, cacheControl) => {
    const picture = { type: "picture", name: "A dot", media_type: "image/png", data: DOT.toString("base64") };
    const page = { title: "Dots", convention: "chat", turns: [{ role: "user", parts: [picture] }], settings: [] };
    const created = await fetchText("POST", "/api/shares", { body: JSON.stringify({ page, public: isPublic }) });
    expect(created.status).toBe(201);
    const { id } = await created.json();
    const share = await (await fetchText("GET", `/api/shares/${id}`)).json();
    const shown = await fetchText("GET", `/api/shares/${id}/pictures/${share.page.turns[0].parts[0].id}`);
    expect(shown.status).toBe(200);
    await expectGuarded(shown, cacheControl);
  });

  test("a stream of events", async () => {
    const response = await gateway.chat({
      model: "sandbox/guide",
      stream: true,
      messages: [{ role: "user", content: "Hi" }],
    });
    expect(response.status).toBe(200);
    await expectGuarded(response, /^no-cache, no-store, no-transform$/);
  });
});

describe("headers of an upstream do not replace them", () => {
  let upstream: StubUpstream;
  let relay: TestGateway;
  beforeAll(async () => {
    upstream = await startStubUpstream((_request, response) => {
      response.writeHead(200, {
        "content-type": "application/json",
        "cache-control": "public, s-maxage=31536000",
        "content-security-policy": "default-src *",
        "referrer-policy": "unsafe-url",
      });
      response.end(JSON.stringify(chatReply({ text: "Hi" })));
    });
    const upstreams = { hostile: { baseUrl: upstream.url, models: ["m"] } };
    relay = await startGateway({ mount: "node", config: { upstreams } });
  });
  afterAll(async () => {
    await relay?.close();
    await upstream?.close();
  });
  test("on the relay lane", async () => {
    const response = await relay.chat({ model: "hostile/m", messages: [{ role: "user", content: "Hi" }] });
    expect(response.headers.get("x-gateway-lane")).toBe("relay");
    await expectGuarded(response);
  });
});

test.each(FORWARDED_PROTOS)("behind a proxy that sends %s, the HSTS header is set: %s", async (proto, expected) => {
  const response = await fetchText(
    "GET",
    "/healthz",
    proto === undefined ? {} : { headers: { "x-forwarded-proto": proto } },
  );
  expect(response.headers.has("strict-transport-security")).toBe(expected);
});
