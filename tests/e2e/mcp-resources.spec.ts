/** Resources and prompts of an MCP server in the text pages. */
import { expect, type Page } from "@playwright/test";
import type { TextPage } from "#lib/playground/history/history.ts";
import { answers, closePanel, isPhone, lastResponse, onCall, openPanel, pickModel, send, signIn } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

const PAGES: { name: TextPage; path: string; model?: string }[] = [
  { name: "chat", path: "/v1/chat/completions" },
  { name: "responses", path: "/v1/responses" },
  { name: "messages", path: "/v1/messages" },
  { name: "generate-content", path: ":streamGenerateContent", model: "image-model-a" },
];

const dialog = (page: Page) => page.getByRole("dialog", { name: "Connect tools" });
const message = (page: Page) => page.getByRole("textbox", { name: "Message" });
const attachments = (page: Page) => page.getByRole("list", { name: "Attachments" }).getByRole("listitem");

async function openServer(page: Page, part: "Resources" | "Prompts"): Promise<void> {
  await openPanel(page);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await dialog(page)
    .getByRole("button", { name: /^example/ })
    .click();
  await showPart(page, part);
}

async function showPart(page: Page, part: "Resources" | "Prompts"): Promise<void> {
  await dialog(page).getByText(part, { exact: true }).click();
  const item = part === "Resources" ? "Attach hello" : "greet";
  await expect(dialog(page).getByRole("button", { name: item, exact: true })).toBeVisible({ timeout: 20_000 });
}

async function closeAll(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await closePanel(page);
}

for (const { name, path, model } of PAGES) {
  test(`${name}: sends resources and a prompt of an MCP server`, { tag: "@desktop" }, async ({ page }) => {
    test.slow();
    const bodies: string[] = [];
    onCall(page, path, (request) => bodies.push(request.postData() ?? ""));
    await signIn(page, `/${name}`, model);
    if (model) await pickModel(page, "sandbox/guide");
    await openServer(page, "Resources");
    await dialog(page).getByRole("button", { name: "Attach hello" }).click();
    await expect(dialog(page).getByText("Added to the message")).toHaveCount(1);
    await dialog(page).getByRole("button", { name: "Attach logo" }).click();
    await expect(dialog(page).getByText("Added to the message")).toHaveCount(2);
    await expect(dialog(page).getByRole("button", { name: "Insert text of logo" })).toHaveCount(0);
    await showPart(page, "Prompts");
    await dialog(page).getByRole("button", { name: "greet", exact: true }).click();
    await expect(dialog(page).getByRole("button", { name: "Preview" })).toBeDisabled();
    await dialog(page).getByRole("textbox", { name: "name" }).fill("Ann");
    await dialog(page).getByRole("button", { name: "Preview" }).click();
    await expect(dialog(page).getByText("Greet Ann.", { exact: true })).toBeVisible();
    await dialog(page).getByRole("button", { name: "Use as message" }).click();
    await expect(dialog(page)).toBeHidden();
    await closePanel(page);
    await expect(message(page)).toHaveValue("Greet Ann.");
    await expect(attachments(page)).toHaveCount(2);
    await message(page).press("Enter");
    await expect(answers(page)).toHaveCount(1, { timeout: 20_000 });
    await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toContain("Greet Ann.");
    expect(bodies[0]).toContain("iVBORw0KGgo");
    expect(bodies[0]).toMatch(/Hello|SGVsbG8/);
  });
}

test("inserts the text of a resource after what is typed, by keyboard", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  await message(page).fill("Read this:");
  await openPanel(page);
  await page.getByRole("button", { name: "Connect", exact: true }).focus();
  await page.keyboard.press("Enter");
  await dialog(page)
    .getByRole("button", { name: /^example/ })
    .focus();
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("radio", { name: "Tools" }).focus();
  await page.keyboard.press("ArrowRight");
  await dialog(page).getByRole("button", { name: "Insert text of hello" }).focus({ timeout: 20_000 });
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("Added to the message")).toBeVisible();
  await closeAll(page);
  await expect(message(page)).toHaveValue("Read this:\n\nHello");
});

test("adds a prompt of several messages to the conversation", { tag: "@desktop" }, async ({ page }) => {
  test.slow();
  const bodies: string[] = [];
  onCall(page, "/v1/chat/completions", (request) => bodies.push(request.postData() ?? ""));
  await signIn(page);
  await send(page, "Hello there");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  await openServer(page, "Prompts");
  await dialog(page).getByRole("button", { name: "review Reviews a text." }).click();
  await dialog(page).getByRole("button", { name: "Preview" }).click();
  await expect(dialog(page).getByRole("region", { name: "Messages of the prompt" })).toContainText("Send me the text.");
  await dialog(page).getByRole("button", { name: "Add and send" }).click();
  await expect(dialog(page)).toBeHidden();
  await closePanel(page);
  await expect(answers(page)).toHaveCount(3, { timeout: 20_000 });
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  const sent = JSON.parse(bodies.at(-1) ?? "{}") as { messages: { role: string }[] };
  expect(sent.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant", "user"]);
  expect(bodies.at(-1)).toContain("You review texts.");
});

test("fills in a template of resources, and shows the JSON-RPC messages", async ({ page }) => {
  test.slow();
  await signIn(page);
  await openServer(page, "Resources");
  const templates = dialog(page).getByRole("region", { name: "Templates" });
  await expect(templates.getByText("docs://{page}")).toBeVisible();
  const attach = templates.getByRole("button", { name: "Attach page" });
  await expect(attach).toBeDisabled();
  await templates.getByRole("textbox", { name: "page" }).fill("first steps");
  await attach.click();
  await expect(templates.getByRole("status")).toHaveText("Added to the message");
  await templates.getByText(/^Frames: \d+ JSON-RPC messages/).click();
  await expect(templates.getByText("resources/read").first()).toBeVisible();
  await expectNoOverflow(page);
  await expectNoViolations(page, "a template of a server", dialog(page));
  await showPart(page, "Prompts");
  await dialog(page).getByRole("button", { name: "greet", exact: true }).click();
  await dialog(page).getByRole("textbox", { name: "name" }).fill("Ann");
  await dialog(page).getByRole("button", { name: "Preview" }).click();
  await dialog(page)
    .getByText(/^Frames: \d+ JSON-RPC messages/)
    .click();
  await expect(dialog(page).getByText("prompts/get").first()).toBeVisible();
  await closeAll(page);
  await expect(attachments(page)).toHaveCount(1);
});

test("lists and uses them on a phone", { tag: "@phone" }, async ({ page }) => {
  test.slow();
  expect(isPhone(page)).toBe(true);
  await signIn(page);
  await openServer(page, "Resources");
  await dialog(page).getByRole("button", { name: "Attach hello" }).click();
  await expect(dialog(page).getByText("Added to the message")).toBeVisible();
  await expectNoOverflow(page);
  await expectNoViolations(page, "resources of a server", dialog(page));
  await showPart(page, "Prompts");
  await dialog(page).getByRole("button", { name: "greet", exact: true }).click();
  await dialog(page).getByRole("textbox", { name: "name" }).fill("Ann");
  await dialog(page).getByRole("button", { name: "Preview" }).click();
  await expect(dialog(page).getByText("Greet Ann.", { exact: true })).toBeVisible();
  await expectNoOverflow(page);
  await expectNoViolations(page, "a prompt of a server", dialog(page));
  await dialog(page).getByRole("button", { name: "Use as message" }).click();
  await expect(dialog(page)).toBeHidden();
  await closePanel(page);
  await expect(message(page)).toHaveValue("Greet Ann.");
  await expect(attachments(page)).toHaveCount(1);
});
