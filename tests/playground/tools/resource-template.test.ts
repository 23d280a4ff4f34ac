import { describe, expect, it } from "vitest";
import { readTemplate } from "#lib/playground/tools/connected/resource-template.ts";

describe("a template of resources", () => {
  it("has each variable once, and those of a query are optional", () => {
    expect(readTemplate("repo://{owner}/{name}/{owner}{?branch,depth}")?.variables).toEqual([
      { name: "owner", isOptional: false },
      { name: "name", isOptional: false },
      { name: "branch", isOptional: true },
      { name: "depth", isOptional: true },
    ]);
    expect(readTemplate("docs://all")?.variables).toEqual([]);
  });

  it("is filled in, with values that are encoded and without empty ones", () => {
    const template = readTemplate("repo://{owner}/{name}{?branch}");
    expect(template?.expand({ owner: "a b", name: "c/d", branch: "" })).toBe("repo://a%20b/c%2Fd");
    expect(template?.expand({ owner: "a", name: "b", branch: "x&y" })).toBe("repo://a/b?branch=x%26y");
    expect(readTemplate("file:///{+path}")?.expand({ path: "a/b.txt" })).toBe("file:///a/b.txt");
  });

  it.each(["docs://{page", `docs://${"{a}".repeat(2_000)}`])("is none when it cannot be read", (text) => {
    expect(readTemplate(text)).toBeUndefined();
  });
});
