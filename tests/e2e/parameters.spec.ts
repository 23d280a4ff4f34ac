/** The sliders of the panel: unset is a state of its own, and easy to come back to. */
import { expect } from "@playwright/test";
import { ask, closePanel, openPanel, recordBodies, signIn } from "./chat-page.ts";
import { expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

test("sets and unsets a slider", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  const bodies = recordBodies(page);
  await openPanel(page);
  const slider = page.getByRole("slider", { name: "Temperature" });
  const field = page.getByRole("textbox", { name: "Temperature" });
  const row = page.locator('[data-parameter="temperature"]');
  const expectUnset = async () => {
    await expect(slider).toHaveAttribute("aria-valuetext", "unset, model default, usually 1");
    await expect(field).toHaveValue("");
    await expect(field).toHaveAttribute("placeholder", "Default");
    await expect(row).toHaveAttribute("data-set", "false");
  };
  await expectUnset();

  await slider.press("ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuetext", "1.05");
  await expect(field).toHaveValue("1.05");
  await slider.press("Delete");
  await expectUnset();

  // The thumb waits at the default: a press that moves nothing takes it.
  await slider.press("Enter");
  await expect(field).toHaveValue("1");
  await slider.dblclick();
  await expectUnset();

  await field.fill("0.3");
  await expect(slider).toHaveAttribute("aria-valuetext", "0.3");
  await row.getByText("Temperature", { exact: true }).dblclick();
  await expectUnset();

  await field.fill("0.3");
  await field.fill("");
  await expectUnset();
  await expectNoViolations(page, "the panel", page.getByRole("complementary", { name: "Parameters" }));
  await closePanel(page);
  await ask(page, "Hello");
  expect(bodies[0]).not.toHaveProperty("temperature");
});
