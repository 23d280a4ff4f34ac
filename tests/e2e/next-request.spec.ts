/** Tokens and highest price of a request that is being typed. */
import { expect } from "@playwright/test";
import { ask, composer } from "./chat-page.ts";
import { expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { openWith, TEXT_PAGES } from "./scripted.ts";

for (const { name } of TEXT_PAGES) {
  test(`${name}: counts what would be sent`, { tag: "@desktop" }, async ({ page }) => {
    await openWith(page, { name, model: "sandbox/echo" });
    const counted = page.getByTestId("next-request");
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("Count tokens while typing");
    const palette = page.getByRole("dialog", { name: "Commands" });
    await palette.getByRole("option", { name: "Count tokens while typing" }).click();
    await expect(palette).toBeHidden();
    await composer(page).fill("One two three");
    await expect(counted).toHaveText(/^Next request: \d+ tokens · free$/);
    const short = Number.parseInt((await counted.innerText()).replace(/\D*/, ""), 10);
    await composer(page).fill("One two three ".repeat(40));
    await expect
      .poll(async () => Number.parseInt((await counted.innerText()).replace(/\D*/, ""), 10))
      .toBeGreaterThan(short + 80);
    await expectNoViolations(page, "counted", page.getByRole("form", { name: "Message" }));
    await ask(page, "Hello");
    await expect(counted).toBeHidden();
    await composer(page).fill("And now?");
    await expect(counted, "the conversation before it is counted, too").toHaveText(/\d+ tokens/);
  });
}
