import { expect, type Page } from "@playwright/test";
import { ADMIN_KEY, ask, chooseFromMenu, signIn } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

const AUTHORIZED = { authorization: `Bearer ${ADMIN_KEY}` };

/** @returns the path of a page that is kept now */
async function keep(page: Page, answer: string, { isPublic = false } = {}): Promise<string> {
  const turns = [
    { role: "user", parts: [{ type: "text", text: "What stands there?" }] },
    {
      role: "assistant",
      reasoning: { text: "It is a <b>lamp</b>.", milliseconds: 4_000 },
      parts: [{ type: "text", text: answer }],
      calls: [{ name: "look", arguments: '{"at":"<img src=x onerror=alert(1)>"}', result: { content: "Dark." } }],
      citations: [{ title: "A source", url: "javascript:alert(1)" }],
      facts: ["TTFT 412 ms", "86.2 tok/s", "1,204 in / 3,310 out (1,020 cached)", "$0.031", "sandbox/guide"],
    },
  ];
  const settings = [{ label: "System prompt", value: "Be kind.\nAlways." }];
  const shared = { title: "A lamp </title><script>alert(1)</script>", convention: "messages", turns, settings };
  const data = { page: shared, public: isPublic };
  const response = await page.request.post("/api/shares", { headers: AUTHORIZED, data });
  return (await response.json()).path;
}

const HOSTILE = [
  "# Result",
  "| Lamp | Height |\n|---|---:|\n| Eddystone | 49 m |",
  "```html\n<script>alert(1)</script>\n```",
  "<script>alert(1)</script><img src=x onerror=alert(1)><iframe src=https://evil.example></iframe>",
  "[a](javascript:alert(1)) [b](https://example.com/b) ![c](https://evil.example/c.png)",
].join("\n\n");

test("shares a conversation as a page without scripts or a key, and deletes it", { tag: "@desktop" }, async ({
  page,
  browser,
}) => {
  await signIn(page);
  await ask(page, "Who are you?");
  await chooseFromMenu(page, "Share…");
  const dialog = page.getByRole("dialog", { name: "Share" });
  await dialog.getByText("Read-only page").click();
  const anyone = dialog.getByRole("switch", { name: "Anyone with the link can view it" });
  await expect(anyone).not.toBeChecked();
  await anyone.click();
  await expect(dialog).toContainText("without signing in for 30 days");
  await expectNoViolations(page, "making a page to read", dialog);
  await dialog.getByRole("button", { name: "Create page" }).click();
  const link = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  expect(link).toMatch(/\/shared\/page_[0-9a-z]{24}$/);

  const guest = await browser.newPage({ javaScriptEnabled: false });
  await guest.goto(link);
  await expect(guest.getByRole("heading", { name: "Who are you?" })).toBeVisible();
  await expect(guest.getByRole("article", { name: "User" })).toHaveText("Who are you?");
  await expect(guest.getByRole("article", { name: "Response" })).toContainText(/TTFT .*sandbox\//s);
  await expect(guest.getByRole("contentinfo")).toContainText("Anyone with the link can view it, until");

  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "Page deleted" })).toBeVisible();
  const gone = await guest.reload();
  expect(gone?.status()).toBe(404);
  await expect(guest.getByRole("heading", { name: "Shared page not found" })).toBeVisible();
  await guest.close();
});

test("runs nothing of a hostile response, and fits any width", { tag: "@phone" }, async ({ browser, page }) => {
  const path = await keep(page, HOSTILE, { isPublic: true });
  const html = await (await page.request.get(path)).text();
  expect(html, "no script of any kind").not.toContain("<script");
  // Axe is put into the page, which its policy would refuse.
  const context = await browser.newContext({ bypassCSP: true, viewport: { width: 390, height: 844 } });
  const reader = await context.newPage();
  const asked: string[] = [];
  reader.on("request", (request) => asked.push(new URL(request.url()).host));
  reader.on("dialog", (dialog) => asked.push(`a dialog says ${dialog.message()}`));
  const response = await reader.goto(path);
  const headers = response?.headers() ?? {};
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(headers["x-robots-tag"]).toContain("noindex");
  const answer = reader.getByRole("article", { name: "Response" });
  await expect(answer.getByRole("cell", { name: "Eddystone" })).toBeVisible();
  await expect(answer.locator("iframe, img, script")).toHaveCount(0);
  await expect(answer.locator(".markdown").first(), "the style of answers").toHaveCSS("overflow-wrap", "anywhere");
  const links = await reader.locator("a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links).toEqual(["https://example.com/b", "https://evil.example/c.png"]);
  await expect(reader.getByText("It is a")).toBeHidden();
  await reader.getByText("Thought for 4 s").click();
  await expect(reader.getByText("It is a")).toBeVisible();
  await expect(reader.getByRole("contentinfo")).toContainText("System prompt");
  await expectNoViolations(reader, "a shared page");
  await expectNoOverflow(reader);
  expect(new Set(asked), "nobody else is asked for anything").toEqual(new Set([new URL(reader.url()).host]));
  await context.close();
});

test("asks for a key on a private page, even from a link on another site", { tag: "@desktop" }, async ({ page }) => {
  const path = await keep(page, "Only for us.");
  await page.goto(path);
  await expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(path)}`);
  await page.getByRole("textbox", { name: "Key" }).fill(ADMIN_KEY);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Only for us.")).toBeVisible();

  // Browsers send the session's cookie along from this site alone.
  const { origin } = new URL(page.url());
  await page.route("https://elsewhere.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<a href="${origin}${path}">A page</a>` }),
  );
  await page.goto("https://elsewhere.example/");
  await page.getByRole("link", { name: "A page" }).click();
  await expect(page.getByText("Only for us.")).toBeVisible();
});
