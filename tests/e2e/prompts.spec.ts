/** The page Prompts: a prompt from its creation to its call, and two browsers that edit it at once. */
import { expect, type Page } from "@playwright/test";
import { ADMIN_KEY, isPhone } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

const definition = {
  model: "sandbox/echo",
  messages: [{ role: "user", content: "Name {{count}} sights of {{city}}." }],
  variables: [{ name: "count", type: "number", default: 3 }],
};

/** Signs in with a key of its own, whose prompts no other test sees. @returns the key's header */
async function signIn(page: Page): Promise<{ authorization: string }> {
  const created = await page.request.post("/api/keys", {
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
    data: { name: "Prompts", scopes: ["inference"] },
  });
  const { secret } = await created.json();
  const response = await page.request.post("/api/session", { data: { key: secret } });
  expect(response.status(), "signing in").toBe(204);
  return { authorization: `Bearer ${secret}` };
}

const view = (page: Page, name: string) => page.getByRole("region", { name });
const tab = (page: Page, name: string) =>
  page.getByRole("radiogroup", { name: "View" }).getByText(name, { exact: true });

test("creates a prompt, saves a version, labels and runs it", async ({ page }) => {
  test.slow();
  await signIn(page);
  await page.goto("/prompts");
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
  const headers = await signIn(page);
  const stored = await page.request.post("/api/prompts", { headers, data: { name: "conflict", definition } });
  const { id } = await stored.json();
  await page.goto("/prompts");
  await page.getByRole("navigation", { name: "Prompts" }).getByRole("button", { name: "conflict" }).click();
  const prompt = view(page, "conflict");
  await prompt.getByLabel("Message 1", { exact: true }).fill("Mine about {{city}}.");
  const theirs = { ...definition, messages: [{ role: "user", content: "Theirs about {{city}}." }] };
  const saved = await page.request.post(`/api/prompts/${id}/versions`, {
    headers,
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
  const { data } = await (await page.request.get(`/api/prompts/${id}/versions`, { headers })).json();
  expect(data.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
  const third = await (await page.request.get(`/api/prompts/${id}/versions/3`, { headers })).json();
  expect(third.definition.messages[0].content).toBe("Mine about {{city}}.");
});

const PROMPTFOO = `prompts:
  - label: translate
    raw: 'Translate to {{language}}: {{text}}'
  - file://elsewhere.txt
`;

test("imports the prompts of a file, and says which it skipped", async ({ page }) => {
  await signIn(page);
  await page.goto("/prompts");
  // The button in the list's head makes way for this when the list is empty.
  await expect(page.getByRole("heading", { name: "No prompts yet" })).toBeVisible();
  await page.getByRole("button", { name: "Import prompts" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Import prompts" });
  await dialog.getByLabel("Prompts to import").fill("nothing: here");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("Promptfoo");
  await expectNoViolations(page, "a file without prompts");
  await dialog
    .getByLabel("File to import")
    .setInputFiles({ name: "promptfooconfig.yaml", mimeType: "application/yaml", buffer: Buffer.from(PROMPTFOO) });
  await expect(dialog.getByLabel("Prompts to import")).toHaveValue(PROMPTFOO);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByRole("status")).toHaveText("Imported 1 prompt, skipped 1.");
  await expect(dialog.getByRole("list", { name: "Skipped prompts" })).toContainText("Its text is in another file.");
  await expectNoOverflow(page);
  await expectNoViolations(page, "the imported prompts");
  await dialog.getByRole("button", { name: "Done" }).press("Enter");
  await expect(view(page, "translate").getByLabel("Message 1", { exact: true })).toHaveValue(
    "Translate to {{language}}: {{text}}",
  );
});

test("edits the tools and the output format of a prompt", async ({ page }) => {
  test.slow();
  const headers = await signIn(page);
  const stored = await page.request.post("/api/prompts", {
    headers,
    data: { name: "tools", definition: { ...definition, text: { verbosity: "low" } } },
  });
  const { id } = await stored.json();
  await page.goto("/prompts");
  await page.getByRole("navigation", { name: "Prompts" }).getByRole("button", { name: "tools" }).click();
  const prompt = view(page, "tools");
  await prompt.getByRole("button", { name: "Insert an example" }).click();
  await expect(prompt.getByRole("list", { name: "Tools" })).toContainText("get_weather");
  await expect(prompt.getByRole("switch", { name: "Send get_weather" })).toBeHidden();
  const format = prompt.getByRole("region", { name: "Output format" });
  await format.getByText("JSON Schema", { exact: true }).click();
  await format.getByRole("textbox", { name: "Schema name" }).fill("no good name");
  await prompt.getByRole("button", { name: "Save version 2" }).click();
  await expect(prompt.getByRole("alert")).toContainText("Use letters, digits, _ and -");
  await expectNoOverflow(page);
  await expectNoViolations(page, "the tools and the format of a prompt");
  await format.getByRole("textbox", { name: "Schema name" }).fill("place");
  await prompt.getByRole("button", { name: "Save version 2" }).click();
  await expect(prompt.getByRole("button", { name: "Save version 3" })).toBeDisabled();
  const saved = await (await page.request.get(`/api/prompts/${id}/versions/2`, { headers })).json();
  expect(saved.definition).toMatchObject({
    tools: [{ type: "function", name: "get_weather" }],
    text: { verbosity: "low", format: { type: "json_schema", name: "place", strict: true } },
  });
});
