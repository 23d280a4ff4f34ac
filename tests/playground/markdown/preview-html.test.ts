/** Documents that show what a model wrote. */
import { expect, test } from "vitest";
import { listPreviewVersions } from "#lib/playground/markdown/preview/list-preview-versions.ts";
import { writePreview } from "#lib/playground/markdown/preview/preview-html.ts";

test.each([
  ["html", "<h1>Hi</h1>", "<h1>Hi</h1>"],
  ["svg", "<svg></svg>", "<svg></svg>"],
  ["xml", '<?xml version="1.0"?>\n<svg xmlns="x"/>', "<svg xmlns"],
  ["", "<svg/>", "<svg/>"],
  ["", "<svg >", "<svg >"],
  ["xml", "<note/>", undefined],
  ["python", "print(1)", undefined],
  ["constructor", "class A {}", undefined],
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

test("the versions of a page are the codes of its kind in all responses", () => {
  const texts = [
    "First:\n\n```html\n<p>1</p>\n```\n\nand\n\n```js\nalert(1)\n```",
    "```css\np {}\n```",
    "Then:\n\n```html\n<p>2</p>\n```\n\n```svg\n<svg/>\n```\n\n```xml\n<svg />\n```",
  ];
  const codesOf = (code: string, language: string) =>
    listPreviewVersions(texts, { code, language }).map((version) => version.code);
  expect(codesOf("<p>2</p>", "html")).toEqual(["<p>1</p>", "<p>2</p>"]);
  expect(codesOf("<svg/>", "svg")).toEqual(["<svg/>", "<svg />"]);
  expect(codesOf("alert(1)", "javascript")).toEqual(["alert(1)"]);
});
