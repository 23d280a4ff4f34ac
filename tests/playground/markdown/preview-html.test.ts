/** Documents that show what a model wrote. */
import { expect, test } from "vitest";
import { writePreview } from "#lib/playground/markdown/preview-html.ts";

test.each([
  ["html", "<h1>Hi</h1>", "<h1>Hi</h1>"],
  ["svg", "<svg></svg>", "<svg></svg>"],
  ["xml", '<?xml version="1.0"?>\n<svg xmlns="x"/>', "<svg xmlns"],
  ["", "<svg/>", "<svg/>"],
  ["", "<svg >", "<svg >"],
  ["xml", "<note/>", undefined],
  ["python", "print(1)", undefined],
  ["js", "console.log(1)", "<script>console.log(1)</script>"],
])("%j: %s", (language, code, part) => {
  const html = writePreview({ code, language });
  if (part === undefined) expect(html).toBeUndefined();
  else expect(html).toContain(part);
});

test("a script cannot end its element early", () => {
  const html = writePreview({ language: "javascript", code: 'const a = "</script><b>"; // </SCRIPT <!--' }) ?? "";
  expect(html.match(/<\/script/gi)).toHaveLength(2);
  expect(html).not.toContain("<!--");
});
