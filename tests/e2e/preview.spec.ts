/** Code of a response, shown as a page in a frame that isolates it. */
import { expect } from "@playwright/test";
import { lastResponse, send } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { framesOf, openWith, paced, saying, scriptResponse } from "./scripted.ts";

const PROBES = `
<button>Count</button><output>0</output><p></p>
<script>
  const count = document.querySelector("output");
  document.querySelector("button").onclick = () => { count.textContent = Number(count.textContent) + 1; };
  const tried = [];
  for (const [name, probe] of [
    ["parent", () => parent.document.title],
    ["storage", () => localStorage.length],
    ["cookies", () => document.cookie],
  ]) {
    try { probe(); tried.push(name); } catch {}
  }
  document.querySelector("p").textContent = "Reached: " + (tried.join(", ") || "nothing");
</script>`;
const ANSWER = [
  `\`\`\`html\n${PROBES}\n\`\`\``,
  '```svg\n<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><circle cx="30" cy="30" r="20" fill="teal"/></svg>\n```',
  '```js\nconsole.log("sum", 1 + 2);\nthrow new Error("On purpose");\n```',
  "```python\nprint(1)\n```",
].join("\n\n");

test("shows HTML, SVG and JavaScript as pages that reach nothing", async ({ page }) => {
  const script = await scriptResponse({ steps: paced(framesOf("openai-chat", saying(ANSWER))) });
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  await send(page, "Draw");
  const response = lastResponse(page);
  await expect(response).toHaveAttribute("data-state", "complete");
  await expect(response.getByRole("button", { name: "Preview" })).toHaveCount(2);

  await response.getByRole("button", { name: "Preview" }).first().click();
  const shown = response.frameLocator('iframe[title="Preview of html code"]');
  await expect(shown.locator("p")).toHaveText("Reached: nothing");
  await shown.getByRole("button", { name: "Count" }).click();
  await expect(shown.locator("output")).toHaveText("1");

  await response.getByRole("button", { name: "Preview" }).click();
  await expect(response.frameLocator('iframe[title="Preview of svg code"]').locator("circle")).toBeVisible();

  await response.getByRole("button", { name: "Run" }).click();
  const console = response.frameLocator('iframe[title="Preview of js code"]').locator("body");
  await expect(console).toContainText("sum 3");
  await expect(console).toContainText("Error: On purpose");
  await expectNoViolations(page, "previews");
  await expectNoOverflow(page);

  await response.getByRole("button", { name: "Code", exact: true }).first().click();
  await expect(response.locator("iframe")).toHaveCount(2);
  await expect(response.getByText("Reached:", { exact: false }).first()).toBeVisible();
});

test("goes through the versions of a page in a conversation", async ({ page }) => {
  const steps = (number: number) =>
    paced(framesOf("openai-chat", saying(`Here:\n\n\`\`\`html\n<p>Page ${number}</p>\n\`\`\``)));
  const script = await scriptResponse({ steps: steps(1) }, { steps: steps(2) });
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  for (const text of ["Draw", "Better"]) {
    await send(page, text);
    await expect(lastResponse(page)).toHaveAttribute("data-state", "complete");
  }
  const response = lastResponse(page);
  await expect(response).toContainText("Page 2");
  await response.getByRole("button", { name: "Preview" }).click();
  const shown = response.frameLocator('iframe[title="Preview of html code"]');
  await expect(shown.locator("p")).toHaveText("Page 2");
  const status = response.getByRole("status").filter({ hasText: "Version" });
  await expect(status).toHaveText("Version 2 of 2");
  await expect(response.getByRole("button", { name: "Later version of the page" })).toBeDisabled();
  await response.getByRole("button", { name: "Earlier version of the page" }).press("Enter");
  await expect(shown.locator("p")).toHaveText("Page 1");
  await expect(status).toHaveText("Version 1 of 2");
  await expectNoViolations(page, "the versions of a page");
  await expectNoOverflow(page);
});

const DATA = [
  "```csv\ncity,people\nLima,10092000\nOslo,717710\n```",
  '```json\n[{"name": "Ada", "tags": ["a"]}, {"name": "Bob", "age": 7}]\n```',
  '```json\n{"name": "Ada"}\n```',
].join("\n\n");

test("shows CSV and lists of JSON objects as tables", async ({ page }) => {
  const script = await scriptResponse({ steps: paced(framesOf("openai-chat", saying(DATA))) });
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  await send(page, "List");
  const response = lastResponse(page);
  await expect(response).toHaveAttribute("data-state", "complete");
  const buttons = response.getByRole("button", { name: "Table" });
  await expect(buttons).toHaveCount(2);
  await buttons.first().click();
  const cities = response.getByRole("group", { name: "Table of csv code" });
  await expect(cities.getByRole("columnheader")).toHaveText(["city", "people"]);
  await expect(cities.getByRole("cell")).toHaveText(["Lima", "10092000", "Oslo", "717710"]);
  await buttons.click();
  const people = response.getByRole("group", { name: "Table of json code" });
  await expect(people.getByRole("cell")).toHaveText(["Ada", '["a"]', "", "Bob", "", "7"]);
  await expectNoViolations(page, "tables");
  await expectNoOverflow(page);
  await response.getByRole("button", { name: "Code", exact: true }).first().click();
  await expect(cities).toHaveCount(0);
});
