/** Everything that opens over a page: it takes the focus, is in order, and by Esc gives the focus back. */
import { expect, type Locator, type Page } from "@playwright/test";
import { answers, ask, composer, lastResponse, signIn } from "./chat-page.ts";
import { inspector } from "./inspector-page.ts";
import { expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { openWith } from "./scripted.ts";

const dialog = (page: Page, name: string): Locator => page.getByRole("dialog", { name, exact: true });
const menu = (page: Page, name: string): Locator => page.getByRole("menu", { name, exact: true });

/**
 * @param opener what is clicked, and has the focus again when the layer is gone
 * @param item of the menu that the opener shows, where the layer is behind it
 */
async function judge(
  page: Page,
  { opener, item, layer }: { opener: Locator; item?: string | RegExp; layer: Locator },
): Promise<void> {
  await opener.click();
  if (item) await page.getByRole("menuitem", { name: item }).click();
  await expect(layer).toBeVisible();
  const name = (await layer.getAttribute("aria-label")) ?? String(item ?? opener);
  await expect.poll(() => layer.evaluate((box) => box.contains(document.activeElement)), `focus in ${name}`).toBe(true);
  await expectNoViolations(page, name, layer);
  await page.keyboard.press("Escape");
  await expect(layer).toBeHidden();
  await expect(opener, `after ${name}`).toBeFocused();
}

test("shows the layers of a text page", { tag: "@desktop" }, async ({ page }) => {
  test.setTimeout(120_000);
  await openWith(page, { name: "chat", model: "sandbox/echo" });
  await ask(page, "Say this again");
  const more = page.getByRole("button", { name: "More", exact: true });
  await judge(page, {
    opener: page.getByRole("button", { name: /^Model:/ }),
    layer: dialog(page, "Choose a model"),
  });
  await judge(page, { opener: more, layer: menu(page, "More") });
  await judge(page, { opener: more, item: "Share…", layer: dialog(page, "Share") });
  await judge(page, { opener: more, item: "Import…", layer: dialog(page, "Import") });
  await judge(page, { opener: page.getByRole("button", { name: "API: Chat Completions" }), layer: menu(page, "API") });
  await judge(page, { opener: more, item: "Presets…", layer: dialog(page, "Presets") });
  await judge(page, { opener: more, item: "Delete all conversations…", layer: page.getByRole("dialog") });
  await judge(page, {
    opener: lastResponse(page).getByRole("button", { name: "Use another model" }),
    layer: menu(page, "Regenerate"),
  });
  await judge(page, {
    opener: lastResponse(page).getByRole("button", { name: "Message actions" }),
    layer: page.getByRole("menu"),
  });
  await judge(page, { opener: page.getByRole("button", { name: "Show code" }), layer: page.getByRole("dialog") });
  await page.locator("[data-session]").hover();
  await judge(page, { opener: page.getByRole("button", { name: /^Actions for/ }), layer: menu(page, "Actions") });
  await page.getByRole("button", { name: "Close the sidebar" }).click();
  await judge(page, { opener: page.getByRole("button", { name: /^Account/ }), layer: menu(page, "Account") });

  await lastResponse(page).getByRole("button", { name: "Open trace" }).click();
  for (const tab of await inspector(page).getByRole("tab").all()) {
    await tab.click();
    await expect(tab).toHaveAttribute("aria-selected", "true");
    await expectNoViolations(page, `the inspector's ${await tab.textContent()}`, inspector(page));
  }
});

test("shows the layers of the compare page", { tag: "@desktop" }, async ({ page }) => {
  test.setTimeout(90_000);
  await signIn(page);
  await page.goto("/compare#columns=chat:sandbox/echo,messages:sandbox/echo");
  await page.getByRole("textbox", { name: "Message" }).fill("Say this again");
  await page.keyboard.press("Enter");
  await expect(answers(page)).toHaveCount(2);
  for (const answer of await answers(page).all()) await expect(answer).toHaveAttribute("data-state", "complete");
  const more = page.getByRole("button", { name: "More for column 1" });
  await judge(page, { opener: more, layer: page.getByRole("menu") });
  await judge(page, { opener: more, item: "Set price…", layer: page.getByRole("dialog") });
  await judge(page, {
    opener: page.getByRole("button", { name: "Parameters of column 1" }),
    layer: dialog(page, "Parameters of column 1"),
  });
  await judge(page, {
    opener: page.getByRole("button", { name: "Show differences" }),
    layer: page.getByRole("dialog"),
  });
});

test("shows sheets on a phone", { tag: "@phone" }, async ({ page }) => {
  test.setTimeout(90_000);
  await signIn(page);
  const names = ["More", "Menu", "Parameters"];
  for (const name of names) {
    await judge(page, {
      opener: page.getByRole("button", { name, exact: true }),
      layer: dialog(page, name).or(menu(page, name)),
    });
  }
});

test("navigates by the phone bar, which makes room for the keyboard", { tag: "@phone" }, async ({ page }) => {
  await signIn(page);
  const bar = page.getByRole("navigation", { name: "Pages" });
  await expect(bar.getByRole("link", { name: "Chat" })).toHaveAttribute("aria-current", "page");
  for (const target of await bar.locator("a, button").all()) {
    const box = await target.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), "a fingertip's width").toBeGreaterThanOrEqual(44);
  }
  await composer(page).tap();
  await expect(bar).toBeHidden();
  await composer(page).blur();
  await expect(bar).toBeVisible();
  await bar.getByRole("link", { name: "Images" }).tap();
  await expect(page).toHaveURL(/\/images$/);
  await expect(bar.getByRole("link", { name: "Images" })).toHaveAttribute("aria-current", "page");
  await bar.getByRole("button", { name: "Menu" }).tap();
  const menuSheet = dialog(page, "Menu");
  await menuSheet.getByRole("link", { name: "Requests" }).tap();
  await expect(page).toHaveURL(/\/requests$/);
  await expect(menuSheet).toBeHidden();
  await expect(bar.locator("[aria-current]")).toHaveCount(0);
});

test("closes only the top layer on Esc", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Presets…" }).click();
  await expect(dialog(page, "Presets")).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(dialog(page, "Commands")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page, "Commands")).toBeHidden();
  await expect(dialog(page, "Presets")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page, "Presets")).toBeHidden();
  await expect(page.getByRole("button", { name: "More", exact: true })).toBeFocused();
});

test("opens the inspector from the sheet of a phone's menu", { tag: "@phone" }, async ({ page }) => {
  await openWith(page, { name: "chat", model: "sandbox/echo" });
  await ask(page, "Say this again");
  await page.getByRole("button", { name: "More", exact: true }).click();
  const sheet = menu(page, "More");
  const box = await sheet.boundingBox();
  expect(box?.width, "as wide as the window").toBe(390);
  expect((box?.y ?? 0) + (box?.height ?? 0), "at the bottom edge").toBeGreaterThan(840);
  await sheet.getByRole("menuitem", { name: "Inspector" }).click();
  await expect(inspector(page).getByRole("tab", { name: "Events" })).toBeVisible();
});
