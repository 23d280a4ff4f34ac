/** MCP servers that are connected by a URL, in the dialog of the tools. */
import { expect, type Page } from "@playwright/test";
import { type RunningMcpServer, startMcpServer } from "../support/mcp-server.ts";
import { answers, closePanel, isPhone, lastResponse, openPanel, send, signIn } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

let mcp: RunningMcpServer;
test.beforeEach(async () => {
  mcp = await startMcpServer();
});
test.afterEach(() => mcp.close());

const dialog = (page: Page) => page.getByRole("dialog", { name: "Connect tools" });
const field = (page: Page) => dialog(page).getByRole("textbox", { name: "Server URL" });
const server = (page: Page) => dialog(page).getByRole("button", { name: mcp.url });

async function openDialog(page: Page): Promise<void> {
  await openPanel(page);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(field(page)).toBeVisible({ timeout: 20_000 });
}

async function connectServer(page: Page): Promise<void> {
  await field(page).fill(mcp.url);
  await field(page).press("Enter");
  await expect(server(page)).toBeVisible({ timeout: 20_000 });
  await expect(field(page)).toHaveValue("");
}

test("connects a server, runs its tool and disconnects it", { tag: "@desktop" }, async ({ page }) => {
  test.slow();
  await signIn(page);
  await openDialog(page);
  await connectServer(page);
  await server(page).click();
  const tool = dialog(page).getByRole("switch", { name: "Connect get_weather" });
  await tool.click();
  await expect(tool).toBeChecked();
  await expect(dialog(page).getByRole("button", { name: "Disconnect server" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await closePanel(page);
  await send(page, "What is the weather in Oslo?");
  await expect(page.getByText(`Run get_weather of ${mcp.url}?`)).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "Approve once" }).click();
  await expect(answers(page)).toHaveCount(2, { timeout: 20_000 });
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  await expect(lastResponse(page)).toContainText("sunny");
  // Another visit has it still.
  await page.reload();
  await openDialog(page);
  await server(page).click();
  await tool.click({ timeout: 20_000 });
  await expect(tool).not.toBeChecked();
  expect(mcp.sessions).toBe(1);
  await dialog(page).getByRole("button", { name: "Disconnect server" }).click();
  await expect(server(page)).toHaveCount(0);
  await expect.poll(() => mcp.sessions).toBe(0);
});

test("names the rule that a URL breaks", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  await openDialog(page);
  await field(page).fill("https://mcp.example.net/mcp");
  await field(page).press("Enter");
  await expect(dialog(page).getByRole("alert")).toContainText("mcp.connect.hosts");
  await expectNoViolations(page, "a refused server", dialog(page));
  await expect(field(page)).toHaveValue("https://mcp.example.net/mcp");
});

test("connects a server on a phone", { tag: "@phone" }, async ({ page }) => {
  test.slow();
  expect(isPhone(page)).toBe(true);
  await signIn(page);
  await openDialog(page);
  await connectServer(page);
  await server(page).click();
  await expect(dialog(page).getByRole("switch", { name: "Connect get_weather" })).toBeVisible();
  await expectNoOverflow(page);
  await expectNoViolations(page, "a server by URL", dialog(page));
});
