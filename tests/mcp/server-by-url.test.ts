import { describe, expect, it } from "vitest";
import { isServerUrl, readServerByUrl } from "#lib/mcp/server-by-url.ts";

const rules = { hosts: ["mcp.example.com", "*.example.org", "127.0.0.1:*"], isInternal: false };

describe("a server by its URL", () => {
  it.each([
    ["https://mcp.example.com/mcp", "https://mcp.example.com/mcp"],
    ["https://MCP.example.com:443/mcp", "https://mcp.example.com/mcp"],
    ["https://a.b.example.org/", "https://a.b.example.org/"],
  ])("%s is allowed", (url, id) => {
    expect(isServerUrl(url)).toBe(true);
    expect(readServerByUrl(url, rules)).toMatchObject({ id, url: id, isInternal: false, isByUrl: true, headers: {} });
  });

  it.each([
    ["https://mcp.example.com:8443/mcp", "hosts"],
    ["https://example.org/mcp", "hosts"],
    ["https://mcp.example.com.evil.net/mcp", "hosts"],
    ["https://evil.net/.example.org", "hosts"],
    ["https://evil.net\\.example.org/mcp", "hosts"],
    ["http://mcp.example.com/mcp", "https://"],
    ["https://user:hidden-secret@mcp.example.com/mcp", "user name"],
    ["https://mcp.example.com@evil.net/mcp", "user name"],
    ["https://mcp.example.com/mcp?key=hidden-secret", "query"],
    ["https://mcp.example.com/mcp#hidden-secret", "fragment"],
    ["https://", "URL"],
    ["https://user:hidden-secret@:1?hidden-secret", "URL"],
    [`https://mcp.example.com/${"a".repeat(500)}`, "500 characters"],
  ])("%s is refused, and the error names the rule", (url, rule) => {
    const refused = refusalOf(url, rules);
    expect(refused).toContain(rule);
    expect(refused).not.toContain("hidden-secret");
  });

  it("may use http:// in the own network, where the config allows it", () => {
    const internal = { ...rules, isInternal: true };
    expect(readServerByUrl("http://127.0.0.1:4000/mcp", internal)).toMatchObject({ isInternal: true });
  });

  it("is refused where the config has no rule", () => {
    expect(refusalOf("https://mcp.example.com/mcp", undefined)).toContain("`mcp.connect`");
  });
});

function refusalOf(url: string, given: Parameters<typeof readServerByUrl>[1]): string {
  try {
    readServerByUrl(url, given);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`${url} was allowed`);
}
