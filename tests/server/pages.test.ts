/** Pages while their build is under way, and after it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createPages, type PreparePages } from "#lib/server/pages.ts";

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function serve(prepare: PreparePages, lines: string[] = []): Promise<string> {
  server = createServer((request, response) => handle(request, response));
  const settings = { host: "127.0.0.1", port: 0, dataDir: "" };
  const handle = await createPages(settings, { dev: false, server, log: (line) => lines.push(line), prepare });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat`;
}

describe("a page", () => {
  it("shows the step of the build under way, and asks again by itself", async () => {
    const url = await serve(({ onStep }) => {
      onStep("Compiling");
      return new Promise(() => {});
    });
    const response = await fetch(url);
    const text = await response.text();
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(text).toContain("Compiling · 0 s");
    expect(text).toContain('http-equiv="refresh"');
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("says that the build failed, and does not ask again", async () => {
    const lines: string[] = [];
    const url = await serve(async ({ onStep }) => {
      onStep("Compiling");
      throw new Error("next build ended with 1");
    }, lines);
    const response = await fetch(url);
    const text = await response.text();
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, null]);
    expect(text).toContain("The pages are not ready");
    expect(text).not.toContain("http-equiv");
    expect(lines).toEqual(["The pages could not be prepared: Error: next build ended with 1"]);
  });
});
