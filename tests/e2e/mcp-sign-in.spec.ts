/** Sign-in to MCP servers by OAuth, in the dialog of the tools and in a tab of its own. */
import { expect, type Page } from "@playwright/test";
import { type ProtectedMcpServer, startProtectedMcpServer } from "../support/authorization-server.ts";
import { answers, closePanel, lastResponse, openPanel, send, signIn } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

let acme: ProtectedMcpServer;
test.beforeEach(async () => {
  acme = await startProtectedMcpServer();
  acme.signsIn = undefined;
});
test.afterEach(() => acme.close());

const dialog = (page: Page) => page.getByRole("dialog", { name: "Connect tools" });
const field = (page: Page) => dialog(page).getByRole("textbox", { name: "Server URL" });
const server = (page: Page) => dialog(page).getByRole("button", { name: acme.mcp.url });
const host = () => new URL(acme.mcp.url).host;
const signInLink = (page: Page) => dialog(page).getByRole("link", { name: `Sign in to ${host()}` });
const signOutButton = (page: Page) => dialog(page).getByRole("button", { name: `Sign out of ${host()}` });

async function askForServer(page: Page): Promise<void> {
  await signIn(page);
  await openPanel(page);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(field(page)).toBeVisible({ timeout: 20_000 });
  await field(page).fill(acme.mcp.url);
  await field(page).press("Enter");
  await expect(signInLink(page)).toBeVisible({ timeout: 20_000 });
}

/** Answers the form of the authorization server in its tab. */
async function answerForm(page: Page, button: string, title: string): Promise<void> {
  const opened = page.context().waitForEvent("page");
  await signInLink(page).click();
  const tab = await opened;
  await tab.getByRole("button", { name: button }).click();
  await expect(tab.getByRole("heading", { name: title })).toBeVisible({ timeout: 20_000 });
  await tab.close();
}

test("signs in, and runs a tool with the sign-in", async ({ page }) => {
  test.slow();
  await askForServer(page);
  await expectNoOverflow(page);
  await expectNoViolations(page, "a server that asks for a sign-in", dialog(page));
  await answerForm(page, "Continue as Ada", "You are signed in");
  await expect(server(page)).toBeVisible({ timeout: 20_000 });
  await expect(field(page)).toHaveValue("");
  await server(page).click();
  const tool = dialog(page).getByRole("switch", { name: "Connect get_weather" });
  await tool.click({ timeout: 20_000 });
  await expect(tool).toBeChecked();
  await expect(signOutButton(page)).toBeVisible({ timeout: 20_000 });
  await expectNoOverflow(page);
  await expectNoViolations(page, "a server with a sign-in", dialog(page));
  await page.keyboard.press("Escape");
  await closePanel(page);
  await send(page, "What is the weather in Oslo?");
  await page.getByRole("button", { name: "Approve once" }).click({ timeout: 20_000 });
  await expect(answers(page)).toHaveCount(2, { timeout: 20_000 });
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  await expect(lastResponse(page)).toContainText("sunny");
  // No token has reached the browser.
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }) + document.cookie);
  const shown = await page.content();
  expect(acme.issued.length).toBeGreaterThan(1);
  for (const secret of acme.issued) expect(stored + shown).not.toContain(secret);
});

test("says that a sign-in was not completed, and begins another", { tag: "@desktop" }, async ({ page }) => {
  test.slow();
  await askForServer(page);
  await answerForm(page, "Cancel", "You are not signed in");
  await expect(dialog(page).getByRole("alert")).toHaveText("The sign-in was not completed.", { timeout: 20_000 });
  await expectNoViolations(page, "a sign-in that was not completed", dialog(page));
  await dialog(page).getByRole("button", { name: "Try again" }).click();
  await answerForm(page, "Continue as Ada", "You are signed in");
  await expect(server(page)).toBeVisible({ timeout: 20_000 });
});
