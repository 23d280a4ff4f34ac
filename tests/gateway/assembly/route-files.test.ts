/**
 * The route files under app/api: one a route, so that the tree shows the routes, and equal to the table of endpoints.
 */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { endpoints, rootSegments } from "#lib/gateway/assembly/routes.ts";
// @ts-expect-error: a plain JavaScript module
import config from "../../../next.config.mjs";

/** Answers paths that are no route, with the gateway's 404. */
const ANY_OTHER = "app/api/[[...path]]/route.ts";

/** Parameters that may have slashes: what stands behind one is in its own route file. */
const WITH_SLASHES = new Set(["model", "path"]);

function routeFileOf(path: string): string {
  const folders: string[] = [];
  for (const segment of path
    .replace(/^\/api\//, "/")
    .split("/")
    .slice(1)) {
    const name = /^\{(\w+)\}/.exec(segment)?.[1];
    folders.push(name === undefined ? segment : WITH_SLASHES.has(name) ? `[...${name}]` : `[${name}]`);
    if (name !== undefined && WITH_SLASHES.has(name)) break;
  }
  return `app/api/${folders.join("/")}/route.ts`;
}

it("exist for every endpoint, and one for all other paths", () => {
  const files = globSync("app/api/**/route.ts").map((path) => path.replaceAll("\\", "/"));
  expect(files.sort()).toEqual([...new Set([...endpoints.map(({ path }) => routeFileOf(path)), ANY_OTHER])].sort());
});

it("have the same single line", () => {
  const texts = globSync("app/api/**/route.ts").map((path) => readFileSync(path, "utf8"));
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]?.trimEnd().split("\n")).toHaveLength(1);
});

it("are reached by the paths that clients write", async () => {
  const rewrites = (await (await config("phase-production-build")).rewrites()) as {
    source: string;
    destination: string;
  }[];
  const sources = rewrites.map(({ source }) => source);
  expect(sources).toEqual(["/live/:secret", ...rootSegments.map((segment) => `/${segment}/:path*`)]);
  expect(rootSegments).toContain("v1beta");
  expect(rootSegments).not.toContain("api");
});
