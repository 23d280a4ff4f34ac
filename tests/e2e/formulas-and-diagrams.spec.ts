/**
 * Formulas and diagrams in a response: shown, read by screen readers, in both themes, and left as text where they are
 * wrong.
 */
import { expect } from "@playwright/test";
import { lastResponse, send } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { framesOf, openWith, paced, saying, scriptResponse } from "./scripted.ts";

const ANSWER = `From $5 to $6, with \\(a_1 * b_1\\) and

$$
\\sum_{i=1}^{n} x_i
- y
= z
$$

\`\`\`mermaid
flowchart LR
  a[Client] --> b{Gateway}
\`\`\`

\`\`\`mermaid
flowchart LR
  a[Client --> b{
\`\`\`

\\[ ${Array.from({ length: 60 }, (_, index) => `x_{${index}}`).join(" + ")} \\]

The end of \\(\\frac{a\\).`;

test("renders formulas and diagrams", async ({ page }) => {
  const script = await scriptResponse({ steps: paced(framesOf("openai-chat", saying(ANSWER))) });
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  const outside: string[] = [];
  const { origin } = new URL(page.url());
  page.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`) && !/^(data|blob):/.test(request.url())) outside.push(request.url());
  });
  await send(page, "Show me");
  const answer = lastResponse(page);
  await expect(answer).toHaveAttribute("data-state", "complete");
  await expect(answer.locator("math")).toHaveCount(3);
  await expect(answer.locator('math[display="block"]').first()).toContainText("∑");
  await expect(answer.getByText("From $5 to $6, with")).toBeVisible();
  await expect(answer.getByTitle(/KaTeX parse error/)).toHaveText("\\(\\frac{a\\)");

  const diagram = answer.getByRole("img", { name: "flowchart diagram" });
  await expect(diagram).toBeVisible();
  const light = await diagram.getAttribute("src");
  await expect(answer.getByText(/^Couldn’t draw the diagram: /)).toHaveCount(1);
  // Nothing of what draws is left on the page: no element, and no style but its own.
  await expect(page.locator('body > [id*="diagram-"]')).toHaveCount(0);
  await expectNoOverflow(page);
  await expectNoViolations(page, "renders formulas and diagrams");
  await expect.poll(() => diagram.getAttribute("src"), "drawn again in the dark theme's colours").not.toBe(light);

  await answer.getByRole("button", { name: "Code", exact: true }).first().click();
  await expect(diagram).toBeHidden();
  await expect(answer.getByText("a[Client] --> b{Gateway}")).toBeVisible();
  expect(outside).toEqual([]);
});
