/** The list of models: what is pinned, what can be searched for, and what cannot be had just now. */
import { expect, type Page } from "@playwright/test";
import { modelButton, signIn } from "./chat-page.ts";
import { expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

const openList = async (page: Page) => {
  await modelButton(page, "sandbox/").first().click();
  await expect(page.getByRole("combobox", { name: "Search models" })).toBeFocused();
};
const shelf = (page: Page, name: string) => page.getByRole("group", { name });
const option = (page: Page, name: RegExp) => page.getByRole("option", { name });

test("pins models by keyboard and pointer, in every tab", { tag: "@desktop" }, async ({ page, context }) => {
  await signIn(page);
  await openList(page);
  await page.keyboard.type("echo");
  await page.keyboard.press("Alt+p");
  await expect(shelf(page, "pinned").getByRole("option")).toHaveText(/Sandbox echo/);

  const other = await context.newPage();
  await other.goto("/messages");
  await openList(other);
  await expect(shelf(other, "pinned").getByRole("option")).toHaveText(/Sandbox echo/);
  await option(other, /Test behaviours/).click();
  await option(other, /Sandbox garbage/).hover();
  await option(other, /Sandbox garbage/)
    .locator("[data-pin]")
    .click();
  await expect(shelf(other, "pinned").getByRole("option")).toHaveCount(2);
  await other.close();

  await page.getByRole("combobox").fill("");
  await expect(shelf(page, "pinned").getByRole("option")).toHaveText([/Sandbox echo/, /Sandbox garbage/]);
  await expectNoViolations(page, "the list of models", page.getByRole("dialog", { name: "Choose a model" }));
  await page.getByRole("button", { name: "Unpin Sandbox echo" }).click();
  await expect(shelf(page, "pinned").getByRole("option")).toHaveText(/Sandbox garbage/);
  await expect(page.getByRole("combobox")).toBeFocused();
});

test("lists an unavailable upstream with its reason", { tag: "@desktop" }, async ({ page }) => {
  await page.route("**/v1/models", async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    const body = {
      ...rest,
      data: [...data, { id: "shut/large", owned_by: "shut", display_name: "Large" }],
      unavailable: [
        { upstream: "shut", message: 'Provider "shut" answered /models with status 401. Check its key and base URL.' },
        {
          upstream: "gone",
          message: 'Provider "gone" could not be reached. Check its base URL and that it is running.',
        },
      ],
    };
    await route.fulfill({ response, json: body });
  });
  await signIn(page);
  await openList(page);
  await expect(shelf(page, "gone")).toContainText("Not ready");
  await expect(shelf(page, "shut")).toContainText("with status 401");
  const large = option(page, /Large/);
  await expect(large).toHaveAttribute("aria-disabled", "true");
  await large.click({ force: true });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox")).toBeVisible();
  await page.getByRole("combobox").fill("vision <$1");
  await expect(large).toHaveCount(0);
  await expect(option(page, /Sandbox guide/)).toBeVisible();
  await expect(option(page, /Sandbox garbage/)).toHaveCount(0);
  await option(page, /Sandbox guide/).click();
  await expect(modelButton(page, "sandbox/guide")).toBeVisible();
});

test("takes any model ID that is typed, and the one in the address", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  await openList(page);
  await page.keyboard.type("openai/gpt-6");
  await expect(page.getByRole("option")).toHaveText(["Use “openai/gpt-6”"]);
  await page.keyboard.press("Enter");
  await expect(modelButton(page, "openai/gpt-6")).toBeVisible();

  await page.goto("/messages?model=sandbox/slow-3000");
  await expect(modelButton(page, "sandbox/slow-3000")).toBeVisible();
  await expect(page).toHaveURL(/\/messages$/);
});

test("folds test models away, and shows what a model can do in words", async ({ page }) => {
  await signIn(page);
  await modelButton(page, "sandbox/").first().click();
  await expect(option(page, /Sandbox guide/)).toContainText("Vision · Tools · JSON");
  await expect(option(page, /Sandbox fault/)).toHaveCount(0);
  const fold = option(page, /Test behaviours/);
  await fold.click();
  await expect(option(page, /Sandbox fault/)).toHaveCount(1);
  await fold.click();
  await page.getByRole("combobox").fill("fault");
  await expect(option(page, /Sandbox fault/)).toHaveCount(1);
  await expectNoViolations(page, "a typed model", page.getByRole("dialog", { name: "Choose a model" }));
  await expect(page.getByRole("link", { name: "Connect a provider" }).last()).toHaveAttribute("href", "/providers");
});
