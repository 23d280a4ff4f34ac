/** Tokens of a response with their probabilities, in the three APIs that have them. */
import { expect } from "@playwright/test";
import { ask, closePanel, isPhone, lastResponse, openAdvanced, openPanel, seeText } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { openWith } from "./scripted.ts";

for (const name of ["chat", "responses", "generate-content"] as const) {
  test(`${name}: shades each token by its probability, and shows its alternatives`, async ({ page }) => {
    await openWith(page, { name, model: "sandbox/echo" });
    await openPanel(page);
    await openAdvanced(page);
    const shown = page.getByRole("radiogroup", { name: "Log probabilities", exact: true });
    await shown.getByText("On", { exact: true }).click();
    await page.getByRole("textbox", { name: "Top log probabilities" }).fill("5");
    await closePanel(page);
    await ask(page, "One two three four five six");
    const response = lastResponse(page);
    await seeText(page);
    await response.getByRole("button", { name: "Token probabilities" }).click();
    const tokens = response.getByRole("listbox", { name: "Tokens with their probabilities" });
    await expect(tokens).toContainText("One two three four five six");
    await expect(response).toContainText(/\d+ tokens, \d+% likely on average/);
    const popup = page.getByRole("table", { name: "Probabilities at this place" });
    await tokens.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await expect(popup.getByRole("row")).toHaveCount(5);
    await expect(tokens.getByRole("option", { selected: true })).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(popup).toBeHidden();
    const last = tokens.getByRole("option").last();
    await (isPhone(page) ? last.tap() : last.hover());
    await expect(popup.getByRole("row").first()).toContainText("%");
    await expectNoViolations(page, "tokens", response);
    await expectNoOverflow(page);
    await response.getByRole("button", { name: "Token probabilities" }).click();
    await expect(tokens).toBeHidden();
    await seeText(page);
  });
}
