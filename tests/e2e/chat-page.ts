/** Steps of every page test: signing in, sending, and reading what was sent and shown. */
import { expect, type Locator, type Page, type Request } from "@playwright/test";

export const ADMIN_KEY = "test-admin-key-0123456789abcdef";

export type SentBody = { model: string; messages: { role: string; content: unknown }[] } & Record<string, unknown>;

/**
 * Opens a page signed in, without the form: `sign-in.spec.ts` is about that.
 * @param model part of a model's id that the page shows once it has read the list
 */
export async function signIn(page: Page, path = "/chat", model = "sandbox/"): Promise<void> {
  const response = await page.request.post("/api/session", { data: { key: ADMIN_KEY } });
  expect(response.status(), "signing in").toBe(204);
  await page.goto(path);
  await expect(composer(page)).toBeVisible();
  await expect(modelButton(page, model)).toBeVisible();
}

export const composer = (page: Page): Locator => page.locator("#composer");
export const answers = (page: Page): Locator => page.getByRole("article", { name: "Response" });
export const lastResponse = (page: Page): Locator => answers(page).last();
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 640;

export async function chooseFromMenu(page: Page, name: string | RegExp): Promise<void> {
  const item = page.getByRole("menuitem", { name });
  const more = page.getByRole("menuitem", { name: "More actions" });
  // A page that has not come to life yet takes no click.
  await expect(async () => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await expect(item.or(more).first()).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 20_000 });
  if (!(await item.isVisible())) await more.click();
  await item.click();
}

/** Moves the open conversation to another API. */
export async function chooseApi(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /^API:/ }).click();
  await page.getByRole("menuitemradio", { name: new RegExp(`^${name}`) }).click();
}

/** Opens the menu of the account: at the foot of the sidebar, or in a phone's menu. */
export async function openAccount(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("button", { name: /^Account/ }).click();
}

/** On phones the menu has it. */
export async function showCode(page: Page): Promise<void> {
  if (isPhone(page)) await chooseFromMenu(page, "Show code");
  else await page.getByRole("button", { name: "Show code" }).click();
}

export const modelButton = (page: Page, id: string): Locator => page.locator(`button[data-model-id*="${id}"]`);

export async function send(page: Page, text: string): Promise<void> {
  // A page that has just come to life takes what was typed over a moment later: until then its field is empty again.
  await expect(async () => {
    await composer(page).fill(text);
    await expect(composer(page)).toHaveValue(text, { timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  await composer(page).press("Enter");
}

/** Waits until the last response has words; what stands around it counts for nothing. */
export async function seeText(page: Page): Promise<void> {
  await expect(lastResponse(page).locator(".markdown").last()).toContainText(/\w{3,}.*\w{3,}/s);
}

/** Sends and waits until the response has settled well. */
export async function ask(page: Page, text: string): Promise<void> {
  const count = await answers(page).count();
  await send(page, text);
  await expect(answers(page)).toHaveCount(count + 1);
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
}

/** Opens what the model thought, once it has folded by itself. */
export async function openThought(page: Page): Promise<void> {
  const button = lastResponse(page).getByRole("button", { name: /^Thought/ });
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await button.click();
}

export async function pickModel(page: Page, id: string): Promise<void> {
  await page.getByRole("button", { name: /^Model:/ }).click();
  await page.getByRole("combobox", { name: "Search models" }).fill(id);
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await expect(modelButton(page, id)).toBeVisible();
  // While it closes it holds the focus, and a key meant for another field goes to it.
  await expect(page.getByRole("combobox", { name: "Search models" })).toBeHidden();
}

/** A response of it takes 20 seconds: it can be looked at, and stopped, on a machine that is busy. */
export const SLOW_MODEL = "sandbox/long-20000";

/** Comes back to the chat page with another model, which the list need not show. */
export async function useModel(page: Page, id: string): Promise<void> {
  await page.evaluate((model) => {
    const key = "parlance.chat.settings";
    const saved = JSON.parse(localStorage.getItem(key) ?? "{}");
    localStorage.setItem(key, JSON.stringify({ ...saved, model }));
  }, id);
  await page.goto("/chat");
  await expect(modelButton(page, id)).toBeVisible();
}

/** Bodies of the chat requests that the page sends, in order. */
export function recordBodies(page: Page): SentBody[] {
  const bodies: SentBody[] = [];
  onCall(page, "/v1/chat/completions", (request) => bodies.push(request.postDataJSON()));
  return bodies;
}

/**
 * Calls of a model at this path, in order. Dry runs, which estimate the price of the next request while one types, are
 * none: when they come depends on how fast the page is.
 */
export function onCall(page: Page, path: string, listener: (request: Request) => void): void {
  page.on("request", (request) => {
    const isDryRun = request.headers()["x-gateway-dry-run"] !== undefined;
    if (request.method() === "POST" && request.url().includes(path) && !isDryRun) listener(request);
  });
}

/** Answers each request to the path with these events, in place of the gateway. */
export async function streamEvents(
  page: Page,
  path: string,
  events: { type: string; [field: string]: unknown }[],
): Promise<void> {
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  await page.route(`**${path}`, (route) => route.fulfill({ contentType: "text/event-stream", body }));
}

export async function openPanel(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Parameters/ }).click();
  await expect(page.getByRole("heading", { name: "Parameters", exact: true })).toBeVisible();
}

/** Unfolds the parameters that few requests need, unless a set one has done so. */
export async function openAdvanced(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^Advanced/ });
  if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
  await expect(button).toHaveAttribute("aria-expanded", "true");
}

/** Writes the instructions above the conversation, by whatever name the API has for them. */
export async function writeSystemPrompt(page: Page, text: string): Promise<void> {
  const row = page.getByRole("region", { name: /^(System prompt|System instruction|Instructions)$/ });
  await row.getByRole("button").click();
  await row.getByRole("textbox").fill(text);
}

export async function closePanel(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Close parameters" }).click();
  await expect(page.getByRole("heading", { name: "Parameters" })).toBeHidden();
}

/** The list of chats: in the rail, or on a phone in the menu. */
export async function openHistory(page: Page): Promise<void> {
  // The sidebar of a wide window is open.
  if (isPhone(page)) await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Today", exact: true })).toBeVisible();
}

/** The element that fades in and out with a row's buttons; the buttons themselves are always opaque. */
export const actionsOf = (button: Locator): Locator => button.locator("..");

/** A PNG of 3 by 2 pixels. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWP4WSwGQQxwFgBf3gkNiXUT7AAAAABJRU5ErkJggg==",
  "base64",
);
