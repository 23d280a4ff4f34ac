/** Presets on the gateway: two browsers have the same ones, offline and online, and neither overwrites the other's. */
import { type Browser, expect as baseExpect, type Locator, type Page, test } from "@playwright/test";
import { ADMIN_KEY, chooseFromMenu } from "./chat-page.ts";
import { type EmptyGateway, startEmptyGateway } from "./empty-gateway.ts";
import { expectNoViolations } from "./no-violations.ts";
import { openWith } from "./scripted.ts";

/** Time in which a change reaches the gateway: a second, and some more on a busy machine. */
const expect = baseExpect.configure({ timeout: 30_000 });
const AUTHORIZED = { authorization: `Bearer ${ADMIN_KEY}` };

let gateway: EmptyGateway;
test.describe.configure({ mode: "serial", timeout: 120_000 });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  gateway = await startEmptyGateway({ config: { conversations: { store: true } } });
});
test.afterAll(() => gateway?.close());
test.beforeEach(async ({ request }) => {
  for (const trashed of [false, true]) {
    const query = `kind=preset&trashed=${trashed}`;
    const all = await request.get(`${gateway.url}/api/conversations?${query}`, { headers: AUTHORIZED });
    for (const { id } of (await all.json()).data)
      await request.delete(`${gateway.url}/api/conversations/${id}`, { headers: AUTHORIZED });
  }
});

type Viewport = { width: number; height: number } | null;

/** Opens the chat page in a new browser, with a temperature set. */
async function open(browser: Browser, viewport: Viewport, temperature: number): Promise<Page> {
  const page = await (await browser.newContext({ viewport, baseURL: gateway.url })).newPage();
  await openWith(page, { name: "chat", model: "sandbox/echo", parameters: { temperature } });
  return page;
}

const dialogOf = (page: Page): Locator => page.getByRole("dialog", { name: "Presets" });

/** Opens the presets, which reads what other devices have changed. */
async function openPresets(page: Page): Promise<Locator> {
  await chooseFromMenu(page, "Presets…");
  await expect(dialogOf(page)).toBeVisible();
  return dialogOf(page);
}

async function closePresets(page: Page): Promise<void> {
  await dialogOf(page).getByRole("button", { name: "Close", exact: true }).click();
  await expect(dialogOf(page)).toBeHidden();
}

async function save(page: Page, name: string): Promise<void> {
  await dialogOf(page).getByRole("textbox", { name: "Preset name" }).fill(name);
  await dialogOf(page)
    .getByRole("button", { name: /^(Save|Replace)$/ })
    .click();
}

/** Names of the presets on the gateway, sorted. */
async function stored(page: Page): Promise<string[]> {
  const { data } = await (await page.request.get("/api/conversations?kind=preset")).json();
  return data.map(({ title }: { title: string }) => title).toSorted();
}

const deleteButtons = (page: Page) => dialogOf(page).getByRole("button", { name: /^Delete / });

test("a preset comes to another browser, is renamed there, and deleted", async ({ browser, viewport }) => {
  test.slow();
  const [one, two] = [await open(browser, viewport, 0.3), await open(browser, viewport, 0.8)];
  await openPresets(one);
  await save(one, "Cool");
  await expect(dialogOf(one).getByRole("button", { name: "In use: Cool" })).toBeVisible();
  await expect(dialogOf(one).getByRole("status")).toHaveText("Saved on the gateway");
  await expectNoViolations(one, "presets on the gateway");
  await expect.poll(() => stored(one)).toEqual(["Cool"]);
  await closePresets(one);

  const presets = await openPresets(two);
  await expect(presets.getByRole("button", { name: "Apply Cool" })).toBeVisible();
  await presets.getByRole("button", { name: "Rename Cool" }).click();
  // The field of the row; the other one saves a new preset.
  await presets.getByRole("listitem").getByRole("textbox", { name: "Preset name" }).fill("Calm");
  await two.keyboard.press("Enter");
  await expect(presets.getByRole("button", { name: "Apply Calm" })).toBeVisible();
  await expect.poll(() => stored(two)).toEqual(["Calm"]);

  await openPresets(one);
  await expect(dialogOf(one).getByRole("button", { name: "In use: Calm" })).toBeVisible();
  await closePresets(one);

  await presets.getByRole("button", { name: "Delete Calm" }).click();
  await expect.poll(() => stored(two)).toEqual([]);
  await openPresets(one);
  await expect(dialogOf(one).getByText("No presets yet.")).toBeVisible();
  await Promise.all([one.context().close(), two.context().close()]);
});

test("two browsers that change one preset keep both, also what was saved offline", async ({ browser, viewport }) => {
  test.slow();
  const [one, two] = [await open(browser, viewport, 0.3), await open(browser, viewport, 0.8)];
  await openPresets(one);
  await save(one, "Cool");
  await expect.poll(() => stored(one)).toEqual(["Cool"]);
  const presets = await openPresets(two);
  await expect(presets.getByRole("button", { name: "Apply Cool" })).toBeVisible();

  await two.route("**/api/conversations/**", (route) => route.abort());
  await save(two, "Cool");
  await expect(presets.getByRole("button", { name: "In use: Cool" })).toBeVisible();
  await expect(presets.getByRole("status")).toHaveText("1 waiting for the network");
  await dialogOf(one).getByRole("button", { name: "Rename Cool" }).click();
  await dialogOf(one).getByRole("listitem").getByRole("textbox", { name: "Preset name" }).fill("Cold");
  await one.keyboard.press("Enter");
  await expect.poll(() => stored(one)).toEqual(["Cold"]);
  await closePresets(one);

  await two.unroute("**/api/conversations/**");
  await two.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(presets.getByRole("button", { name: "Apply Cold" })).toBeVisible();
  await expect(presets.getByRole("button", { name: "In use: Cool" })).toBeVisible();
  await expect(presets.getByRole("status")).toHaveText("Saved on the gateway");
  await expect.poll(() => stored(two)).toEqual(["Cold", "Cool"]);
  await openPresets(one);
  await expect(dialogOf(one).getByRole("button", { name: "Apply Cool" })).toBeVisible();
  await expect(dialogOf(one).getByRole("button", { name: "In use: Cold" })).toBeVisible();
  await expect(deleteButtons(one)).toHaveCount(2);
  await Promise.all([one.context().close(), two.context().close()]);
});
