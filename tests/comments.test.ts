import { describe, expect, it } from "vitest";
import { findForbiddenComments } from "./support/comment-rules.ts";
import { listProjectFiles, readProjectFile } from "./support/source-files.ts";

it("no comment of the project begins with a word that has no subject", () => {
  const paths = listProjectFiles().filter(
    (path) => /\.(?:ts|tsx|mjs|css)$/.test(path) && path !== "tests/comments.test.ts",
  );
  expect(paths).toContain("lib/canonical/call.ts");
  expect(paths.flatMap((path) => findForbiddenComments(path, readProjectFile(path)))).toEqual([]);
});

describe("a comment", () => {
  it.each([
    ["of a file", "/** What the page shows. */"],
    ["of several lines", "/**\n * Whether it is\n * open.\n */"],
    ["of one line", "// Of its parts.\nconst a = 1;"],
    ["behind code", "const a = 1; // How many."],
    ["after another", "// One.\nconst a = 1;\n// Those that stay.\nconst b = 1;"],
    ["of a style sheet", "/* Where nothing is. */"],
  ])("%s is found", (_name, text) => {
    expect(findForbiddenComments("a.ts", text)).toHaveLength(1);
  });

  it.each([
    ["with a noun", "/** Limit of a thing, and what it is for. */"],
    ["that goes on in a second line", "// Limits of the parts\n// What they are."],
    ["that is no comment", 'const a = "https://What.example"; const b = "// What";'],
    ["of a word that begins alike", "// Offset of the part."],
  ])("%s is accepted", (_name, text) => {
    expect(findForbiddenComments("a.ts", text)).toEqual([]);
  });
});
