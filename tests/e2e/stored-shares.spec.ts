import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import { ADMIN_KEY } from "./chat-page.ts";
import { expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { openWith } from "./scripted.ts";

test("stores a share that is too long for a link, and opens it with the same preview", { tag: "@desktop" }, async ({
  page,
  browser,
}) => {
  // Random, so that it does not deflate to a short link.
  const system = `Know this: ${randomBytes(8_000).toString("hex")}`;
  await openWith(page, { name: "chat", model: "sandbox/echo", system });
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Share…" }).click();
  const share = page.getByRole("dialog", { name: "Share" });
  await expect(share.getByRole("status").first()).toContainText("Too long for a link.");
  await expectNoViolations(page, "a link that is too long");
  await share.getByRole("button", { name: "Store and create link" }).click();
  const field = share.getByRole("textbox", { name: "Link" });
  await expect(field).toHaveValue(/\/chat#s=stored\.share_[0-9a-z]{24}$/);
  await expect(share).toContainText("Stored on this gateway until");
  const link = await field.inputValue();

  const other = await (await browser.newContext()).newPage();
  await other.request.post(new URL("/api/session", link).href, { data: { key: ADMIN_KEY } });
  await other.goto(link);
  const offer = other.getByRole("dialog", { name: "Open a shared link" });
  await expect(offer.getByLabel("What changes")).toBeVisible();
  await expect(other).toHaveURL(/\/chat$/);
  await offer.getByRole("button", { name: "Open" }).click();
  await expect(offer).toBeHidden();
  const kept = () => other.evaluate(() => JSON.parse(localStorage.getItem("parlance.chat.settings") ?? "{}").system);
  expect(await kept()).toBe(system);

  // Only its fragment differs: the page stays.
  await other.goto(`${link.slice(0, -4)}none`);
  await expect(other.getByRole("alert").filter({ hasText: "Nothing is stored under this link" })).toBeVisible();
  await other.context().close();
});
