/** The headers of every page, of the files beside them, and of every route under Next. */
import { globSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "#lib/gateway/assembly/routes.ts";
import { hashInlineScripts } from "#lib/server/page-headers.ts";
import { FORWARDED_PROTOS } from "../support/forwarded-protos.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { expectGuarded } from "../support/guarded.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ mount: "next" });
});
afterAll(() => gateway?.close());

const open = (path: string, headers: Record<string, string> = {}) => fetch(gateway.url + path, { headers });

/** Paths of the pages, by the files that draw them. */
const PAGES = globSync("app/**/page.tsx").map(
  (path) =>
    `/${path
      .replaceAll("\\", "/")
      .replace(/^app\/|\(\w+\)\/|\/?page\.tsx$/g, "")
      // One page of those that share a file.
      .replace("[guide]", "streaming")}`,
);
const SHOWN_INSTEAD = ["/no-such-page", "/shared/page_unknown", "/live/0123456789abcdef"];
const FILES = ["/icon.svg", "/demo-runs/chat.jsonl"];

function directivesOf(response: Response): Record<string, string> {
  const policy = response.headers.get("content-security-policy") ?? "";
  return Object.fromEntries(
    policy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")];
    }),
  );
}

const COMMON = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": expect.stringMatching(/camera=\(\).* microphone=\(self\)/),
};

test("there are pages to check", () => {
  expect(PAGES).toContain("/");
  expect(PAGES).toContain("/sign-in");
  expect(PAGES.length).toBeGreaterThan(10);
});

describe.each([...PAGES, ...SHOWN_INSTEAD])("%s", (path) => {
  let response: Response;
  let html: string;
  beforeAll(async () => {
    response = await open(path);
    html = await response.text();
  });

  test("has all page headers, and is not stored by shared caches", () => {
    expect(Object.fromEntries(response.headers)).toMatchObject(COMMON);
    expect(response.headers.get("cache-control")).toMatch(/\bprivate\b/);
    expect(response.headers.get("cache-control")).toMatch(/\bno-(cache|store)\b/);
    expect(response.headers.get("cache-control")).not.toMatch(/s-maxage|public/);
  });

  test("loads nothing from other sites, and cannot be framed", () => {
    const {
      "script-src": scripts = "",
      "img-src": images,
      "connect-src": connections,
      ...rest
    } = directivesOf(response);
    expect(rest).toMatchObject({
      "default-src": "'none'",
      "base-uri": "'none'",
      "object-src": "'none'",
      "frame-ancestors": "'none'",
      "font-src": "'self'",
    });
    expect(images).toMatch(/^'self' data:( blob:)?$/);
    expect(rest["form-action"]).toMatch(/^'(self|none)'$/);
    if (path.startsWith("/shared/")) expect([scripts, connections]).toEqual(["", undefined]);
    else expect([scripts.split(" ")[0], connections]).toEqual(["'self'", "'self'"]);
    expect(scripts).not.toMatch(/unsafe|https?:|\*/);
  });

  test("lists each inline script's hash, and has no event handlers", () => {
    const { "script-src": scripts = "" } = directivesOf(response);
    const hashes = hashInlineScripts(html);
    expect(scripts.split(" ")).toEqual(expect.arrayContaining(hashes));
    if (!path.startsWith("/shared/")) expect(hashes.length).toBeGreaterThan(3);
    expect(html).not.toMatch(/<[a-z][^>]* on[a-z]+="/);
  });
});

describe("files beside the pages", () => {
  test.each(FILES)("%s", async (path) => {
    const response = await open(path);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject(COMMON);
  });

  test("scripts and styles of the build are cached as immutable", async () => {
    const html = await (await open("/")).text();
    const [, style = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
    const response = await open(style);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });
});

test("the frame of remote images runs its one script without an origin, and loads images only", async () => {
  const response = await open("/remote-image.html");
  expect(directivesOf(response)).toEqual({
    "default-src": "'none'",
    "base-uri": "'none'",
    "object-src": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'self'",
    "script-src": hashInlineScripts(await response.text()).join(" "),
    "style-src": "'unsafe-inline'",
    "img-src": "https:",
    sandbox: "allow-scripts",
  });
  expect(Object.fromEntries(response.headers)).toMatchObject({ ...COMMON, "x-frame-options": "SAMEORIGIN" });
});

test("the frame of previews has no origin, and loads nothing", async () => {
  const response = await open("/preview.html");
  expect(directivesOf(response)).toEqual({
    "default-src": "'none'",
    "base-uri": "'none'",
    "object-src": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'self'",
    "script-src": "'unsafe-inline'",
    "style-src": "'unsafe-inline'",
    "img-src": "data: blob:",
    "font-src": "data:",
    "media-src": "data: blob:",
    sandbox: "allow-scripts",
  });
  expect(Object.fromEntries(response.headers)).toMatchObject({ ...COMMON, "x-frame-options": "SAMEORIGIN" });
});

test("the frame of code has no origin, and its workers are made of text", async () => {
  const response = await open("/run-code.html");
  expect(directivesOf(response)).toEqual({
    "default-src": "'none'",
    "base-uri": "'none'",
    "object-src": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'self'",
    "script-src": "'unsafe-inline' blob:",
    "worker-src": "blob:",
    sandbox: "allow-scripts",
  });
  expect(Object.fromEntries(response.headers)).toMatchObject({ ...COMMON, "x-frame-options": "SAMEORIGIN" });
});

describe("behind a proxy", () => {
  test.each(FORWARDED_PROTOS)("that sends %s, the HSTS header is set: %s", async (proto, expected) => {
    for (const path of ["/", "/no-such-page", "/icon.svg", "/healthz"]) {
      const response = await open(path, proto === undefined ? {} : { "x-forwarded-proto": proto });
      expect(response.headers.has("strict-transport-security"), path).toBe(expected);
    }
  });
});

describe("routes of the gateway under Next", () => {
  const ROUTES = endpoints.map(({ method, path }) => [method, path.replace(/\{\w+\}/g, "unknown")] as const);
  test.each(ROUTES)("%s %s", async (method, path) => {
    const body = method === "POST" ? "{}" : undefined;
    await expectGuarded(await fetch(gateway.url + path, { method, headers: AUTHORIZED, ...(body ? { body } : {}) }));
  });
  test.each(["/v1/unknown", "/api/unknown"])("GET %s, which does not exist", async (path) =>
    expectGuarded(await open(path)),
  );
});
