/** The list of conversations on the gateway without a pointer. */
import { readFileSync } from "node:fs";
import { type FileChooser, type Locator, test } from "@playwright/test";
import { composer, lastResponse } from "./chat-page.ts";
import { emptyLibrary, expect, openLibrary, startLibrary, storeElsewhere } from "./conversation-library-page.ts";
import type { EmptyGateway } from "./empty-gateway.ts";
import { tabTo } from "./tab-to.ts";

let gateway: EmptyGateway;
test.describe.configure({ timeout: 120_000 });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  gateway = await startLibrary();
});
test.afterAll(() => gateway?.close());
test.beforeEach(() => emptyLibrary(gateway));

/** Moves the focus in a menu, which goes round. A menu that has just opened has no item with the focus yet. */
async function moveTo(item: Locator, key: string): Promise<void> {
  await expect(async () => {
    await item.page().keyboard.press(key);
    await expect(item).toBeFocused({ timeout: 300 });
  }).toPass();
}

test("files, finds, exports, imports, deletes and restores by keyboard", { tag: "@desktop" }, async ({
  browser,
  viewport,
}) => {
  // Each stop on the way is judged.
  test.slow();
  const context = await browser.newContext({ viewport });
  const page = await openLibrary(gateway, context);
  page.setDefaultTimeout(30_000);
  // From the start: a chooser that opens as the page begins to listen is missed.
  const choosers: FileChooser[] = [];
  page.on("filechooser", (chooser) => choosers.push(chooser));
  const press = (key: string) => page.keyboard.press(key);
  const actions = page.getByRole("button", { name: "Actions for Plan the week" });
  // A page that has just come to life takes what was typed over a moment later.
  await expect(async () => {
    await press("/");
    await press("ControlOrMeta+a");
    await page.keyboard.type("Plan the week");
    await expect(composer(page)).toHaveValue("Plan the week", { timeout: 1_000 });
  }).toPass();
  await press("Enter");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete");
  await expect(page.getByText("Saved on the gateway", { exact: true })).toBeVisible();

  await tabTo(page, actions, "Shift+Tab");
  await press("Enter");
  await expect(page.getByRole("menuitem", { name: "Pin" })).toBeVisible();
  await press("Escape");
  await expect(actions).toBeFocused();
  await press("Enter");
  await expect(page.getByRole("menuitem", { name: "Pin" })).toBeVisible();
  await moveTo(page.getByRole("menuitem", { name: "Folder and tags…" }), "f");
  await press("Enter");
  const filing = page.getByRole("dialog", { name: "Folder and tags" });
  await expect(filing).toBeVisible();
  await tabTo(page, filing.getByRole("combobox", { name: "Folder" }));
  await page.keyboard.type("Work");
  await tabTo(page, filing.getByRole("combobox", { name: "Add a tag" }));
  await page.keyboard.type("plan");
  await press("Enter");
  await expect(filing.getByRole("button", { name: "Remove the tag plan" })).toBeVisible();
  await tabTo(page, filing.getByRole("button", { name: "Save" }));
  await press("Enter");
  await expect(page.getByText("Work · #plan")).toBeVisible();
  await expect(actions).toBeFocused();

  await tabTo(page, page.getByRole("button", { name: "Show: All conversations" }), "Shift+Tab");
  await press("Enter");
  await expect(page.getByRole("menuitemradio", { name: "Folder: Work" })).toBeVisible();
  await moveTo(page.getByRole("menuitemradio", { name: "Folder: Work" }), "ArrowDown");
  await press("Enter");
  const filter = page.getByRole("button", { name: "Show: Folder: Work" });
  await expect(filter).toBeFocused();
  await press("Enter");
  await expect(page.getByRole("menuitemradio", { name: "All conversations" })).toBeVisible();
  await moveTo(page.getByRole("menuitemradio", { name: "All conversations" }), "ArrowDown");
  await press("Enter");
  await expect(page.getByRole("button", { name: "Show: All conversations" })).toBeFocused();

  await storeElsewhere(gateway, "lakes", { title: "Lakes", text: "Swimming in Zürich" });
  const search = page.getByRole("searchbox", { name: "Search conversations" });
  await tabTo(page, search, "Shift+Tab");
  await page.keyboard.type("zurich");
  await expect(search).toHaveValue("zurich");
  await expect(page.getByRole("button", { name: /^Lakes/ })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: /^Lakes/ }));
  await press("Enter");
  await expect(page.getByRole("article").getByText("Swimming in Zürich")).toBeVisible();
  await tabTo(page, search, "Shift+Tab");
  await press("Escape");
  await expect(search).toHaveValue("");

  const files = page.getByRole("button", { name: "Export and import" });
  await tabTo(page, files);
  await press("Enter");
  const dialog = page.getByRole("dialog", { name: "Export and import" });
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole("link", { name: "Export all" }));
  const [download] = await Promise.all([page.waitForEvent("download"), press("Enter")]);
  const all = JSON.parse(readFileSync(await download.path(), "utf8"));
  expect(all.conversations).toHaveLength(2);
  const conversations = [{ ...all.conversations[0], id: "imported", title: "Imported by keyboard" }];
  await tabTo(page, dialog.getByRole("button", { name: "Import a file" }));
  await press("Enter");
  await expect.poll(() => choosers.length).toBe(1);
  const buffer = Buffer.from(JSON.stringify({ conversations }));
  await choosers[0]?.setFiles({ name: "all.json", mimeType: "application/json", buffer });
  await expect(dialog.getByRole("status")).toHaveText("Imported 1 conversation.");
  await press("Escape");
  await expect(dialog).toBeHidden();
  await expect(files).toBeFocused();

  const row = page.locator("[data-session]").filter({ hasText: "Imported by keyboard" });
  await tabTo(page, page.getByRole("button", { name: "Actions for Imported by keyboard" }), "Shift+Tab");
  await press("Enter");
  await expect(page.getByRole("menuitem", { name: "Pin" })).toBeVisible();
  await moveTo(page.getByRole("menuitem", { name: "Delete" }), "ArrowUp");
  await press("Enter");
  await expect(row).toHaveCount(0);
  await expect(page.locator("[data-session]:focus")).toBeVisible();
  const trashed = async () => (await page.request.get(`${gateway.url}/api/conversations?trashed=true`)).json();
  await expect.poll(async () => (await trashed()).data).toMatchObject([{ title: "Imported by keyboard" }]);
  const trash = page.getByRole("button", { name: "Trash" });
  await tabTo(page, trash);
  await press("Enter");
  await expect(page.getByRole("dialog", { name: "Trash" })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Restore Imported by keyboard" }));
  await press("Enter");
  await expect(page.getByText("The trash is empty.")).toBeVisible();
  await press("Escape");
  await expect(trash).toBeFocused();
  await expect(row).toBeVisible();
  await context.close();
});
