/** A demonstration of limits and routes, from a limited key to a model that is pulled down. */
import { randomUUID } from "node:crypto";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { ADMIN_KEY, ask, composer, lastResponse, modelButton, pickModel, send, signIn } from "./chat-page.ts";
import { inspector } from "./inspector-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

/** Opens a page in another browser: the admin's, beside that of the key. */
async function openAsAdmin(page: Page, path: string): Promise<{ admin: Page; context: BrowserContext }> {
  const browser = page.context().browser();
  if (!browser) throw new Error("The tests have no browser of their own.");
  const { viewport, hasTouch, baseURL } = test.info().project.use;
  const context = await browser.newContext({ viewport, hasTouch, baseURL: new URL(baseURL ?? page.url()).origin });
  const admin = await context.newPage();
  await admin.request.post("/api/session", { data: { key: ADMIN_KEY } });
  await admin.goto(path);
  return { admin, context };
}

test("a key reaches its limit, is told why, and goes on once the limit is raised", async ({ page }) => {
  test.setTimeout(90_000);
  await page.goto("/sign-in");
  const name = `Guest ${randomUUID().slice(0, 8)}`;
  const { admin, context } = await openAsAdmin(page, "/keys?create");
  const create = admin.getByRole("dialog", { name: "Create key" });
  await create.getByRole("textbox", { name: "Name" }).fill(name);
  await create.getByText("Limits, budget and access").click();
  await create.getByRole("textbox", { name: "Requests per minute" }).fill("2");
  await create.getByRole("button", { name: "Create key" }).click();
  const secret = await admin.getByRole("textbox", { name: "Secret key" }).inputValue();
  await admin.getByRole("button", { name: "Done" }).click();

  expect((await page.request.post("/api/session", { data: { key: secret } })).status()).toBe(204);
  await page.goto("/chat");
  await expect(composer(page)).toBeVisible();
  await expect(modelButton(page, "sandbox/")).toBeVisible();
  await ask(page, "What is Parlance?");
  await ask(page, "How do I stream in Python?");
  await send(page, "And in JavaScript?");
  const card = page.getByRole("alert").filter({ hasText: "Rate limit of the key reached" });
  await expect(card).toContainText("This key has a limit of 2 requests per minute");
  await expectNoOverflow(page);
  await expectNoViolations(page, "a limit that is reached", card);

  const row = admin.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("0 of 2 requests/min", { timeout: 10_000 });
  await row.getByRole("button", { name: `Edit ${name}` }).click();
  const edit = admin.getByRole("dialog", { name: `Edit “${name}”` });
  await expect(edit.getByRole("region", { name: "Current use" })).toContainText("0 left of 2");
  await edit.getByRole("textbox", { name: "Requests per minute" }).fill("100");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(row).toContainText("98 of 100 requests/min", { timeout: 10_000 });

  // The page itself tries again when the minute is over; nobody has to wait for it now.
  await send(page, "And in JavaScript, please?");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  await expect(card).toBeHidden();
  await context.close();
});

test("a model that fails is replaced, in a chat and in the test of a route", async ({ page }) => {
  test.setTimeout(60_000);
  await signIn(page);
  await pickModel(page, "steady-demo");
  await ask(page, "What is Parlance?");
  await expect(lastResponse(page)).not.toContainText("failed");

  await pickModel(page, "journey-demo");
  await ask(page, "What is a circuit breaker?");
  await expect(lastResponse(page)).toContainText("sandbox/fault-500 (500) failed, so sandbox/guide responded.");
  await page.keyboard.press("Control+.");
  const attempts = inspector(page).getByRole("list", { name: "Attempts" }).getByRole("listitem");
  await expect(attempts).toHaveText([/^sandbox\/fault-500500, failed.*free$/, /^sandbox\/guide200, responded.*free$/]);
  await expectNoViolations(page, "the attempts in the inspector", inspector(page));
  await expectNoViolations(page, "a response after a switch", lastResponse(page));
  await page.keyboard.press("Control+.");

  // In the middle of the demonstration the model of the other route is pulled down, for one test.
  const { admin, context } = await openAsAdmin(page, "/routes");
  await admin.getByRole("button", { name: "Pull down sandbox/guide for one test" }).last().click();
  const result = admin.getByRole("status", { name: "Test result" });
  await expect(result).toContainText("sandbox/guide (503) failed, so sandbox/echo responded.");
  await context.close();

  await pickModel(page, "steady-demo");
  await ask(page, "How do I stream in Python?");
  await expect(lastResponse(page)).not.toContainText("failed");
});
