/** Conversations on the gateway in the list of a page: its search, folders and tags, export and import. */
import { readFileSync } from "node:fs";
import { type Page, test } from "@playwright/test";
import { ask, isPhone, modelButton } from "./chat-page.ts";
import {
  AUTHORIZED,
  emptyLibrary,
  expect,
  openLibrary,
  startLibrary,
  storeElsewhere,
} from "./conversation-library-page.ts";
import type { EmptyGateway } from "./empty-gateway.ts";
import { expectNoViolations } from "./no-violations.ts";

let gateway: EmptyGateway;
test.describe.configure({ mode: "serial", timeout: 120_000 });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  gateway = await startLibrary();
});
test.afterAll(() => gateway?.close());
test.beforeEach(() => emptyLibrary(gateway));

/** Opens the list, which a phone has in its menu. */
async function showList(page: Page): Promise<void> {
  const search = page.getByRole("searchbox", { name: "Search conversations" });
  if (isPhone(page) && !(await search.isVisible())) {
    await page.getByRole("button", { name: "Menu", exact: true }).click();
  }
  await expect(search).toBeVisible();
}

/** Leaves the conversation once the gateway has it: one that is left before its end is stored counts as unfinished. */
async function startAnother(page: Page): Promise<void> {
  const all = async () => (await (await page.request.get(`${gateway.url}/api/conversations`)).json()).data;
  await expect.poll(all).toHaveLength(1);
  await page.goto(`${gateway.url}/chat`);
  await expect(modelButton(page, "sandbox/")).toBeVisible();
}

test("the search finds what the gateway has besides", async ({ browser, viewport, hasTouch }) => {
  const context = await browser.newContext({ viewport, hasTouch });
  const page = await openLibrary(gateway, context);
  await ask(page, "A weekend in Zurich");
  await showList(page);
  await expect(page.getByText("Saved on the gateway", { exact: true })).toBeVisible();
  await storeElsewhere(gateway, "other-page", { title: "Lakes", text: "Swimming in Zürich in May", on: "messages" });
  await page.getByRole("searchbox", { name: "Search conversations" }).fill("zurich");
  await expect(page.getByText("Found 1", { exact: true })).toBeVisible();
  const more = page.getByRole("region", { name: "1 more on the gateway" });
  await expect(more.getByText("Swimming in Zürich in May")).toBeVisible();
  await expect(more.getByText("Messages", { exact: true })).toBeVisible();
  await expectNoViolations(page, "what the gateway found");
  await more.getByRole("button", { name: /^Lakes/ }).click();
  await expect(page).toHaveURL(/\/messages\?session=other-page/);
  await expect(page.getByRole("article").getByText("Swimming in Zürich in May")).toBeVisible();
  await context.close();
});

test("the search finds a conversation of this page with other accents", async ({ browser, viewport, hasTouch }) => {
  const context = await browser.newContext({ viewport, hasTouch });
  const page = await openLibrary(gateway, context);
  await storeElsewhere(gateway, "accents", { title: "Cities", text: "Two days in São Paulo" });
  await ask(page, "Something else");
  await showList(page);
  // At once, without the half minute between two looks.
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.getByRole("searchbox", { name: "Search conversations" }).fill("sao paulo");
  await expect(page.getByText("Found 0", { exact: true })).toBeVisible();
  const more = page.getByRole("region", { name: "1 more on the gateway" });
  await more.getByRole("button", { name: /^Cities/ }).click();
  await expect(page.getByRole("article").getByText("Two days in São Paulo")).toBeVisible();
  await context.close();
});

test("the search stays here while the gateway cannot be reached", async ({ browser, viewport, hasTouch }) => {
  const context = await browser.newContext({ viewport, hasTouch });
  const page = await openLibrary(gateway, context);
  await ask(page, "Mountains of Peru");
  await showList(page);
  await expect(page.getByText("Saved on the gateway", { exact: true })).toBeVisible();
  await storeElsewhere(gateway, "peru", { title: "Peru", text: "Food of Peru", on: "messages" });
  const asked: string[] = [];
  await page.route("**/api/conversations?q=**", (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await page.getByRole("searchbox", { name: "Search conversations" }).fill("peru");
  await expect(page.getByText("Found 1", { exact: true })).toBeVisible();
  await expect.poll(() => asked).toHaveLength(1);
  await expect(page.getByText("more on the gateway")).toBeHidden();
  await expect(page.getByText(/Couldn’t/)).toHaveCount(0);
  await context.close();
});

test("a conversation gets a folder and tags, which another browser shows too", async ({
  browser,
  viewport,
  hasTouch,
}) => {
  test.slow();
  const [one, two] = await Promise.all([
    browser.newContext({ viewport, hasTouch }),
    browser.newContext({ viewport, hasTouch }),
  ]);
  const page = await openLibrary(gateway, one);
  await ask(page, "Plan the week");
  await startAnother(page);
  await ask(page, "Bake bread");
  await showList(page);
  await page.getByRole("button", { name: "Actions for Plan the week" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Folder and tags…" })).toBeVisible();
  await page.keyboard.press("f");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Folder and tags" });
  await dialog.getByRole("combobox", { name: "Folder" }).fill("Work");
  const tag = dialog.getByRole("combobox", { name: "Add a tag" });
  await tag.fill("plan");
  await tag.press("Enter");
  await expect(dialog.getByRole("button", { name: "Remove the tag plan" })).toBeVisible();
  await tag.fill("urgent");
  await expectNoViolations(page, "folder and tags");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Work · #plan · #urgent")).toBeVisible();
  await expectNoViolations(page, "a list with a folder");

  const conversation = (on: Page, name: RegExp) => on.locator("[data-session]").filter({ hasText: name });
  await page.getByRole("button", { name: "Show: All conversations" }).click();
  await page.getByRole("menuitemradio", { name: "Folder: Work" }).click();
  await expect(conversation(page, /Bake bread/)).toBeHidden();
  await expect(conversation(page, /Plan the week/)).toBeVisible();
  await page.getByRole("button", { name: "Show: Folder: Work" }).click();
  await page.getByRole("menuitemradio", { name: "All conversations" }).click();
  await expect(conversation(page, /Bake bread/)).toBeVisible();

  const filed = async (): Promise<unknown> =>
    (await (await page.request.get(`${gateway.url}/api/conversations?tag=urgent`)).json()).data;
  await expect.poll(filed).toMatchObject([{ folder: "Work", tags: ["plan", "urgent"] }]);
  const other = await openLibrary(gateway, two);
  await showList(other);
  await expect(other.getByText("Work · #plan · #urgent")).toBeVisible();
  await other.getByRole("button", { name: "Show: All conversations" }).click();
  await other.getByRole("menuitemradio", { name: "Tag: plan" }).click();
  await expect(conversation(other, /Bake bread/)).toBeHidden();
  await expect(conversation(other, /Plan the week/)).toBeVisible();
  await Promise.all([one.close(), two.close()]);
});

test("all conversations can be exported, and imported again", async ({ browser, viewport, hasTouch }, info) => {
  const context = await browser.newContext({ viewport, hasTouch });
  const page = await openLibrary(gateway, context);
  await ask(page, "Name a river");
  await showList(page);
  await expect(page.getByText("Saved on the gateway", { exact: true })).toBeVisible();
  await storeElsewhere(gateway, "elsewhere", { title: "Of another page", text: "Hello", on: "messages" });
  await page.getByRole("button", { name: "Export and import" }).click();
  const dialog = page.getByRole("dialog", { name: "Export and import" });
  await expect(dialog).toBeVisible();
  await expectNoViolations(page, "export and import");
  const download = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Export all" }).click();
  const path = info.outputPath("conversations.json");
  await (await download).saveAs(path);
  const file = JSON.parse(readFileSync(path, "utf8"));
  const titles = file.conversations.map(({ title }: { title: string }) => title);
  expect(titles.toSorted()).toEqual(["Name a river", "Of another page"]);

  const [first] = file.conversations;
  const conversations = [
    ...file.conversations,
    { ...first, id: "imported", title: "Imported river", folder: "Rivers" },
    { ...first, id: "broken", title: "Broken river", folder: "a,b" },
  ];
  const choose = (name: string, text: string) =>
    dialog
      .getByLabel("File to import")
      .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
  await choose("all.json", JSON.stringify({ conversations }));
  await expect(dialog.getByRole("status")).toHaveText("Imported 1 conversation, 2 there already.");
  await expect(dialog.getByRole("region", { name: "Not imported" })).toContainText("“Broken river”");
  await expectNoViolations(page, "an import with a problem");
  await choose("other.json", '{"messages": []}');
  await expect(dialog.getByRole("alert")).toHaveText(/no conversations/);
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.locator("[data-session]").filter({ hasText: "Imported river" })).toContainText("Rivers");
  await context.close();
});

test("a browser that was away does not bring back what was removed for good", async ({
  browser,
  viewport,
  hasTouch,
}) => {
  test.slow();
  const [one, two] = await Promise.all([
    browser.newContext({ viewport, hasTouch }),
    browser.newContext({ viewport, hasTouch }),
  ]);
  const page = await openLibrary(gateway, one);
  await ask(page, "Plan a walk");
  await startAnother(page);
  await ask(page, "Bake bread");
  await showList(page);
  await expect(page.getByText("Saved on the gateway", { exact: true })).toBeVisible();

  const away = await openLibrary(gateway, two);
  const row = (name: string) => away.locator("[data-session]").filter({ hasText: name });
  await showList(away);
  await expect(row("Plan a walk")).toBeVisible();
  await row("Bake bread").click();
  await expect(away.getByRole("article").getByText("Bake bread")).toBeVisible();
  await away.route("**/api/conversations/**", (route) => route.abort());
  await ask(away, "Said while away");
  await showList(away);
  await expect(away.getByText("1 waiting for the network")).toBeVisible();

  const all = async () => (await (await page.request.get(`${gateway.url}/api/conversations`)).json()).data;
  for (const { id } of await all())
    for (let times = 0; times < 2; times += 1)
      await page.request.delete(`${gateway.url}/api/conversations/${id}`, { headers: AUTHORIZED });
  await away.unroute("**/api/conversations/**");
  await away.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(away.getByText("“Bake bread” was deleted elsewhere")).toBeVisible();
  await expect(row("Bake bread (copy)")).toBeVisible();
  await expect(row("Plan a walk")).toHaveCount(0);
  await expectNoViolations(away, "a copy of what was deleted");
  await expect
    .poll(async () => (await all()).map(({ title }: { title: string }) => title))
    .toEqual(["Bake bread (copy)"]);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(page.locator("[data-session]").filter({ hasText: "Bake bread (copy)" })).toBeVisible();
  await expect(page.locator("[data-session]")).toHaveCount(1);
  await Promise.all([one.close(), two.close()]);
});
