/** Presets on the gateway: two browsers have the same ones, offline and online, and neither overwrites the other's. */
import { type Browser, expect as baseExpect, type Locator, type Page, test } from "@playwright/test";
import { ADMIN_KEY, chooseFromMenu, closePanel, modelButton, openPanel, pickModel, signIn } from "./chat-page.ts";
import { type EmptyGateway, startEmptyGateway } from "./empty-gateway.ts";
import { expectNoViolations } from "./no-violations.ts";
import { openWith } from "./scripted.ts";

/** Time in which a change reaches the gateway: a second, and some more on a busy machine. */
const expect = baseExpect.configure({ timeout: 30_000 });
const MOST_PRESETS = 4;
const AUTHORIZED = { authorization: `Bearer ${ADMIN_KEY}` };

let gateway: EmptyGateway;
test.describe.configure({ mode: "serial", timeout: 120_000 });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  gateway = await startEmptyGateway({
    config: { conversations: { store: true }, quotas: { presets: { count: MOST_PRESETS } } },
  });
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

test("a preset of the images page comes to another browser with its model and parameters", async ({
  browser,
  viewport,
}) => {
  test.slow();
  const [one, two] = await Promise.all(
    [1, 2].map(async () => {
      const page = await (await browser.newContext({ viewport, baseURL: gateway.url })).newPage();
      await signIn(page, "/images", "image-model-a");
      return page;
    }),
  );
  if (!one || !two) throw new Error("no pages");
  await pickModel(one, "image-model-b");
  await openPanel(one);
  await one.getByRole("switch", { name: "Set Size" }).click();
  await one.getByText("256x256", { exact: true }).click();
  await closePanel(one);
  await openPresets(one);
  await save(one, "Small");
  await expect(dialogOf(one).getByRole("status")).toHaveText("Saved on the gateway");
  await expect.poll(() => stored(one)).toEqual(["Small"]);
  await expectNoViolations(one, "presets of the images page on the gateway");
  await closePresets(one);

  const presets = await openPresets(two);
  await presets.getByRole("button", { name: "Apply Small" }).click();
  await expect(presets).toBeHidden();
  await expect(modelButton(two, "image-model-b")).toBeVisible();
  await openPanel(two);
  await expect(two.getByRole("switch", { name: "Set Size" })).toBeChecked();
  await expect(two.getByRole("radio", { name: "256x256" })).toBeChecked();
  await closePanel(two);

  await openPresets(one);
  await dialogOf(one).getByRole("button", { name: "Delete Small" }).click();
  await expect.poll(() => stored(one)).toEqual([]);
  await openPresets(two);
  await expect(dialogOf(two).getByText("No presets yet.")).toBeVisible();
  await Promise.all([one.context().close(), two.context().close()]);
});

test("a preset beyond the limit stays in the browser, and the dialog says why", async ({
  browser,
  viewport,
  request,
}) => {
  test.slow();
  for (let number = 1; number <= MOST_PRESETS; number += 1) {
    const preset = { revision: 0, kind: "preset", page: "other", title: `Other ${number}`, content: {} };
    const path = `/api/conversations/other-${number}`;
    const response = await request.put(gateway.url + path, { headers: AUTHORIZED, data: preset });
    expect(response.status()).toBe(201);
  }
  const page = await open(browser, viewport, 0.3);
  await openPresets(page);
  await save(page, "One more");
  await expect(dialogOf(page).getByRole("button", { name: "In use: One more" })).toBeVisible();
  await expect(dialogOf(page).getByText("This key already has 4 presets, the most it may have.")).toBeVisible();
  await expect(dialogOf(page).getByText("quotas.presets")).toBeVisible();
  await expectNoViolations(page, "presets beyond the limit");
  await page.context().close();
});
