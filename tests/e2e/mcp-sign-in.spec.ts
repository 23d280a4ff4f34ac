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
const signInButton = (page: Page) => dialog(page).getByRole("button", { name: `Sign in to ${host()}` });
const signOutButton = (page: Page) => dialog(page).getByRole("button", { name: `Sign out of ${host()}` });

async function askForServer(page: Page): Promise<void> {
  await signIn(page);
  await openPanel(page);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(field(page)).toBeVisible({ timeout: 20_000 });
  await field(page).fill(acme.mcp.url);
  await field(page).press("Enter");
  await expect(signInButton(page)).toBeVisible({ timeout: 20_000 });
}

/** Requests to register: two for a registration, as this server refuses the first one for its scope. */
const registrations = () => acme.requests.filter((request) => request === "POST /reg").length;

/** Answers the form of the authorization server in its tab. */
async function answerForm(page: Page, button: string, title: string): Promise<void> {
  const opened = page.context().waitForEvent("page");
  await signInButton(page).click();
  const tab = await opened;
  await tab.getByRole("button", { name: button }).click();
  await expect(tab.getByRole("heading", { name: title })).toBeVisible({ timeout: 20_000 });
  await tab.close();
}

test("signs in, and runs a tool with the sign-in", async ({ page }) => {
  test.slow();
  await askForServer(page);
  expect(registrations(), "before the button is pressed").toBe(0);
  await expect(signInButton(page)).toBeInViewport({ ratio: 1 });
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
  await answerForm(page, "Continue as Ada", "You are signed in");
  await expect(server(page)).toBeVisible({ timeout: 20_000 });
});

test("signs out, and prepares the next sign-in only when it is wanted", async ({ page }) => {
  test.slow();
  await askForServer(page);
  await answerForm(page, "Continue as Ada", "You are signed in");
  await expect(server(page)).toBeVisible({ timeout: 20_000 });
  await server(page).click();
  await expect(dialog(page).getByRole("switch", { name: "Connect get_weather" })).toBeVisible({ timeout: 20_000 });
  const before = registrations();
  expect(before).toBeGreaterThan(0);
  await signOutButton(page).click({ timeout: 20_000 });
  await expect(signInButton(page)).toBeVisible({ timeout: 20_000 });
  await expect(signOutButton(page)).toHaveCount(0);
  await expect(dialog(page).getByRole("switch", { name: "Connect get_weather" })).toHaveCount(0);
  await expectNoOverflow(page);
  await expectNoViolations(page, "a server without a sign-in", dialog(page));
  await expect.poll(() => acme.requests).toContain("POST /token/revocation");
  expect(registrations(), "after the sign-out").toBe(before);
});

test("shows why a sign-in cannot begin, and leaves no tab behind", { tag: "@desktop" }, async ({ page }) => {
  test.slow();
  await askForServer(page);
  acme.answers.set("/reg", (_request, response) => {
    response.writeHead(400, { "content-type": "application/json" });
    response.end('{"error": "invalid_client_metadata"}');
  });
  const tabs = page.context().pages().length;
  await signInButton(page).click();
  await expect(dialog(page).getByRole("alert")).toContainText("refused to register the gateway", { timeout: 20_000 });
  await expect.poll(() => page.context().pages().length).toBe(tabs);
  await expectNoViolations(page, "a sign-in that cannot begin", dialog(page));
  acme.answers.delete("/reg");
  await answerForm(page, "Continue as Ada", "You are signed in");
  await expect(server(page)).toBeVisible({ timeout: 20_000 });
});

test("offers a link where the browser opens no tab", { tag: "@desktop" }, async ({ page }) => {
  test.slow();
  await askForServer(page);
  await page.evaluate(() => {
    window.open = () => null;
  });
  await signInButton(page).click();
  await expect(dialog(page).getByText("The browser opened no tab.")).toBeVisible({ timeout: 20_000 });
  const opened = page.context().waitForEvent("page");
  await dialog(page)
    .getByRole("link", { name: `Open ${new URL(acme.issuer).host}` })
    .click();
  const tab = await opened;
  await tab.getByRole("button", { name: "Continue as Ada" }).click();
  await expect(tab.getByRole("heading", { name: "You are signed in" })).toBeVisible({ timeout: 20_000 });
  await tab.close();
  await expect(server(page)).toBeVisible({ timeout: 20_000 });
});
