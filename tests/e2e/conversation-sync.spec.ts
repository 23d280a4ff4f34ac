/** Conversations on the gateway: two browsers that write at once, offline and online, and one kept on its device. */
import { type BrowserContext, expect as baseExpect, type Page, test } from "@playwright/test";
import { ADMIN_KEY, ask, composer, isPhone } from "./chat-page.ts";
import { type EmptyGateway, startEmptyGateway } from "./empty-gateway.ts";
import { expectNoViolations } from "./no-violations.ts";

/** Time in which a change reaches the gateway: a second, and some more on a busy machine. */
const expect = baseExpect.configure({ timeout: 20_000 });

let gateway: EmptyGateway;
test.describe.configure({ mode: "serial", timeout: 90_000 });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  gateway = await startEmptyGateway({
    config: { conversations: { store: true }, sandbox: { tokensPerSecond: 1_000 } },
  });
});
test.afterAll(() => gateway?.close());
test.beforeEach(async ({ request }) => {
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const { data } = await (await request.get(`${gateway.url}/api/conversations`, { headers })).json();
  for (const { id } of data) await request.delete(`${gateway.url}/api/conversations/${id}`, { headers });
});

async function open(context: BrowserContext, path = "/chat"): Promise<Page> {
  const page = await context.newPage();
  await page.request.post(`${gateway.url}/api/session`, { data: { key: ADMIN_KEY } });
  await page.goto(gateway.url + path);
  await expect(composer(page)).toBeVisible();
  return page;
}

async function stored(page: Page): Promise<{ id: string; title: string; revision: number }[]> {
  return (await (await page.request.get(`${gateway.url}/api/conversations`)).json()).data;
}

/** Questions of the conversation as the gateway has it. */
async function questions(page: Page): Promise<string[]> {
  const [first] = await stored(page);
  if (!first) return [];
  const { content } = await (await page.request.get(`${gateway.url}/api/conversations/${first.id}`)).json();
  const turns = Object.values(content.transcript.turns) as { role: string; text?: string }[];
  return turns.filter(({ role }) => role === "user").map(({ text = "" }) => text);
}

const showList = async (page: Page) => {
  if (isPhone(page)) await page.getByRole("button", { name: "Menu", exact: true }).click();
};
const look = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("online")));

test("two browsers that write at once lose nothing", async ({ browser, viewport }) => {
  const [one, two] = await Promise.all([browser.newContext({ viewport }), browser.newContext({ viewport })]);
  const first = await open(one);
  await ask(first, "Name a river");
  await expect.poll(() => questions(first)).toEqual(["Name a river"]);
  const [{ id = "" } = {}] = await stored(first);
  const second = await open(two);
  await showList(second);
  await second.getByRole("button", { name: "Name a river", exact: true }).click();
  await expect(second).toHaveURL(new RegExp(id));
  await Promise.all([ask(first, "And a lake"), ask(second, "And a hill")]);
  const all = ["And a hill", "And a lake", "Name a river"];
  await expect.poll(async () => (await questions(first)).toSorted(), { timeout: 20_000 }).toEqual(all);
  for (const page of [first, second]) {
    await look(page);
    // Both continuations are versions of one message.
    await expect(page.getByText(/[12] ?\/ ?2/).first()).toBeVisible({ timeout: 20_000 });
  }
  await Promise.all([one.close(), two.close()]);
});

test("what is written offline is saved when the network is back", async ({ browser, viewport }) => {
  const context = await browser.newContext({ viewport });
  const page = await open(context);
  await page.route("**/api/conversations/**", (route) => route.abort());
  await ask(page, "Written offline");
  await showList(page);
  await expect(page.getByText("1 waiting for the network")).toBeVisible({ timeout: 15_000 });
  expect(await stored(page)).toEqual([]);
  await expectNoViolations(page, "a waiting conversation");
  await page.unroute("**/api/conversations/**");
  await look(page);
  await expect(page.getByText("Saved on the gateway", { exact: true })).toBeVisible({ timeout: 15_000 });
  expect(await questions(page)).toEqual(["Written offline"]);
  await context.close();
});

test("a conversation can be kept on this device, and comes to a new browser otherwise", async ({
  browser,
  viewport,
}) => {
  const [one, two] = await Promise.all([browser.newContext({ viewport }), browser.newContext({ viewport })]);
  const page = await open(one);
  await ask(page, "Only for me");
  await expect.poll(() => questions(page)).toEqual(["Only for me"]);
  await showList(page);
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "Actions for Only for me" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await choose("Keep on this device only");
  await expect(page.getByText("On this device only", { exact: true })).toBeVisible();
  await expect.poll(() => stored(page)).toEqual([]);
  await expectNoViolations(page, "a conversation on this device");
  await choose("Save on the gateway");
  await expect.poll(() => questions(page)).toEqual(["Only for me"]);
  await choose("Delete");
  await expect.poll(() => stored(page)).toEqual([]);
  await page.getByRole("button", { name: "Trash" }).click();
  await expectNoViolations(page, "the trash");
  await page.getByRole("button", { name: "Restore Only for me" }).click();
  await expect(page.getByRole("button", { name: "Restore Only for me" })).toBeHidden();
  await expect.poll(() => questions(page)).toEqual(["Only for me"]);
  await page.getByRole("dialog", { name: "Trash" }).getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByRole("button", { name: "Only for me", exact: true })).toBeVisible();
  const other = await open(two);
  await showList(other);
  await expect(other.getByRole("button", { name: "Only for me", exact: true })).toBeVisible();
  await Promise.all([one.close(), two.close()]);
});
