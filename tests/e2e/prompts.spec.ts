/** The page Prompts: a prompt from its creation to its call, and two browsers that edit it at once. */
import { expect, type Page } from "@playwright/test";
import { ADMIN_KEY, isPhone } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

const BEARER = { authorization: `Bearer ${ADMIN_KEY}` };
const definition = {
  model: "sandbox/echo",
  messages: [{ role: "user", content: "Name {{count}} sights of {{city}}." }],
  variables: [{ name: "count", type: "number", default: 3 }],
};

async function openPrompts(page: Page): Promise<void> {
  const response = await page.request.post("/api/session", { data: { key: ADMIN_KEY } });
  expect(response.status(), "signing in").toBe(204);
  await page.goto("/prompts");
}

/** Removes what a test has left, since all share one server. */
async function removeAll(page: Page): Promise<void> {
  const { data } = await (await page.request.get("/api/prompts", { headers: BEARER })).json();
  for (const { id } of data) await page.request.delete(`/api/prompts/${id}`, { headers: BEARER });
}

async function store(page: Page, name: string): Promise<string> {
  const response = await page.request.post("/api/prompts", { headers: BEARER, data: { name, definition } });
  expect(response.status()).toBe(201);
  return (await response.json()).id;
}

const view = (page: Page, name: string) => page.getByRole("region", { name });
const tab = (page: Page, name: string) =>
  page.getByRole("radiogroup", { name: "View" }).getByText(name, { exact: true });

test("creates a prompt, saves a version, labels and runs it", async ({ page }) => {
  test.setTimeout(90_000);
  await removeAll(page);
  await openPrompts(page);
  await expect(page.getByRole("heading", { name: "No prompts yet" })).toBeVisible();
  await expectNoViolations(page, "no prompts");
  await page.getByRole("button", { name: "Create a prompt" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New prompt" });
  await dialog.getByLabel("Name").fill("no good name");
  await dialog.getByLabel("Name").press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("must be 1 to 100 letters");
  await expectNoViolations(page, "an invalid name");
  await dialog.getByLabel("Name").fill("guide/sights");
  await dialog.getByLabel("Name").press("Enter");

  const prompt = view(page, "guide/sights");
  await expect(prompt.getByLabel("Message 1", { exact: true })).toHaveValue("Write about {{topic}}.");
  await prompt.getByLabel("Model").fill("sandbox/echo");
  await prompt.getByLabel("Message 1", { exact: true }).fill("Name {{count}} sights of {{city}}.");
  await prompt.getByLabel("Default of count").fill("3");
  await prompt.getByRole("button", { name: "Type of count: Text" }).click();
  await page
    .getByRole("menuitemradio", { name: "Number" })
    .or(page.getByRole("option", { name: "Number" }))
    .click();
  await expectNoOverflow(page);
  await expectNoViolations(page, "an edited prompt");
  await prompt.getByLabel("Note of the new version").fill("Asks for sights");
  await prompt.getByLabel("Note of the new version").press("Enter");
  await expect(prompt.getByRole("button", { name: "Save version 3" })).toBeDisabled();

  await tab(page, "Versions").click();
  const versions = prompt.getByRole("list", { name: "Versions" });
  await expect(versions.getByRole("listitem").first()).toContainText("Asks for sights");
  await versions.getByRole("button", { name: "Changes of version 2" }).click();
  await expect(versions.getByRole("figure", { name: "Version 1 → 2" })).toContainText(
    "+ Name {{count}} sights of {{city}}.",
  );
  await versions.getByRole("button", { name: "Label as production: version 2" }).click();
  await expect(versions.getByRole("button", { name: "Remove label production" })).toBeVisible();
  await expectNoOverflow(page);
  await expectNoViolations(page, "the versions of a prompt");

  await tab(page, "Run").click();
  await prompt.getByLabel("city").fill("Rome");
  await prompt.getByRole("button", { name: "Run version 2" }).click();
  const response = prompt.getByRole("region", { name: "Response" });
  await expect(response.getByRole("status")).toContainText("Done in");
  await expect(response).toContainText("Name 3 sights of Rome.");
  if (!isPhone(page)) {
    await prompt.getByRole("button", { name: "Inspect" }).click();
    await page.getByRole("tab", { name: "response" }).click();
    await expect(page.getByText("guide/sights@2").first()).toBeVisible();
  }
  await expectNoOverflow(page);
  await expectNoViolations(page, "the run of a version");

  await tab(page, "Code").click();
  await expect(prompt.getByText("client.responses.create").first()).toBeVisible();
  await expectNoViolations(page, "the call of a prompt as code");
});

test("two browsers that save at once: the second keeps both", async ({ page }) => {
  await removeAll(page);
  const id = await store(page, "conflict");
  await openPrompts(page);
  await page.getByRole("navigation", { name: "Prompts" }).getByRole("button", { name: "conflict" }).click();
  const prompt = view(page, "conflict");
  await prompt.getByLabel("Message 1", { exact: true }).fill("Mine about {{city}}.");
  const theirs = { ...definition, messages: [{ role: "user", content: "Theirs about {{city}}." }] };
  const saved = await page.request.post(`/api/prompts/${id}/versions`, {
    headers: BEARER,
    data: { base_version: 1, note: "Theirs", definition: theirs },
  });
  expect(saved.status()).toBe(201);
  await prompt.getByRole("button", { name: "Save version 2" }).click();
  const alert = prompt.getByRole("alert");
  await expect(alert).toContainText("saved version 2 while you were editing");
  await expect(alert).toContainText("− Theirs about {{city}}.");
  await expect(alert).toContainText("+ Mine about {{city}}.");
  await expectNoOverflow(page);
  await expectNoViolations(page, "a conflict of two versions");
  await alert.getByRole("button", { name: "Save mine as version 3" }).press("Enter");
  await expect(alert).toBeHidden();
  const { data } = await (await page.request.get(`/api/prompts/${id}/versions`, { headers: BEARER })).json();
  expect(data.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
  const third = await (await page.request.get(`/api/prompts/${id}/versions/3`, { headers: BEARER })).json();
  expect(third.definition.messages[0].content).toBe("Mine about {{city}}.");
});
