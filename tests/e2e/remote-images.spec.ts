/**
 * Images of other sites in responses: a card, loaded by the reader, and nothing else that a response names is loaded.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import type { Part } from "#lib/canonical/part.ts";
import { chooseFromMenu, lastResponse, send } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { framesOf, openWith, paced, saying, scriptResponse, TEXT_PAGES } from "./scripted.ts";

const SITE = "https://pictures.example";
const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Answers for the site, and counts what it is asked. */
async function serveSite(
  page: Page,
): Promise<{ url: string; referer: string | undefined; cookie: string | undefined }[]> {
  const asked: { url: string; referer: string | undefined; cookie: string | undefined }[] = [];
  await page.context().route(`${SITE}/**`, async (route) => {
    const headers = await route.request().allHeaders();
    asked.push({ url: route.request().url(), referer: headers.referer, cookie: headers.cookie });
    if (route.request().url().includes("broken")) await route.abort();
    else await route.fulfill({ contentType: "image/png", body: DOT });
  });
  return asked;
}

async function answerWith(page: Page, text: string): Promise<void> {
  const script = await scriptResponse({ steps: paced(framesOf("openai-chat", saying(text))) });
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  await send(page, "Show me");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete");
}

test("an image of another site is a card until the reader loads it", async ({ page }) => {
  const asked = await serveSite(page);
  await answerWith(
    page,
    `A chart:\n\n![Sales by month](${SITE}/chart.png?d=secret)\n\nAnd [![linked](${SITE}/b.png)](https://docs.example/x).`,
  );
  const answer = lastResponse(page);
  await expect(answer.getByText("Sales by month")).toBeVisible();
  await expect(answer.getByRole("link", { name: "pictures.example" }).first()).toBeVisible();
  await expect(answer.getByRole("link", { name: "docs.example" })).toBeVisible();
  await expectNoViolations(page, "an answer with cards of remote images");
  await expectNoOverflow(page);
  expect(asked).toEqual([]);

  const load = answer.getByRole("button", { name: "Load image from pictures.example" });
  await expect(load).toHaveCount(2);
  await load.first().focus();
  await page.keyboard.press("Enter");
  const frame = answer.frameLocator("iframe");
  await expect(frame.getByRole("img", { name: "Sales by month" })).toBeVisible();
  expect(asked).toEqual([{ url: `${SITE}/chart.png?d=secret`, referer: undefined, cookie: undefined }]);
  await expect(load).toHaveCount(1);
  await expectNoViolations(page, "an answer with a loaded image");
  await expectNoOverflow(page);
});

test("a remote image that cannot be loaded says so, and can be tried again", { tag: "@desktop" }, async ({ page }) => {
  const asked = await serveSite(page);
  await answerWith(page, `![Gone](${SITE}/broken.png)`);
  await lastResponse(page).getByRole("button", { name: "Load image from pictures.example" }).click();
  await expect(lastResponse(page).getByText("couldn’t be loaded")).toBeVisible();
  await lastResponse(page).getByRole("button", { name: "Retry from pictures.example" }).click();
  await expect.poll(() => asked.length).toBe(2);
});

test("the setting loads remote images always or never, and is kept", async ({ page }) => {
  const asked = await serveSite(page);
  await answerWith(page, `![Chart](${SITE}/chart.png)`);
  await chooseFromMenu(page, "Remote images…");
  const dialog = page.getByRole("dialog", { name: "Remote images" });
  await expect(dialog.getByRole("radio", { name: "Ask" })).toBeChecked();
  await expectNoViolations(page, "the setting of remote images", dialog);
  await dialog.getByText("Never").click();
  await page.keyboard.press("Escape");
  const answer = lastResponse(page);
  await expect(answer.getByRole("link", { name: "pictures.example" })).toBeVisible();
  await expect(answer.getByRole("button", { name: /^Load image/ })).toHaveCount(0);
  expect(asked).toEqual([]);

  await chooseFromMenu(page, "Remote images…");
  await dialog.getByText("Always").click();
  await page.keyboard.press("Escape");
  await expect(answer.frameLocator("iframe").getByRole("img", { name: "Chart" })).toBeVisible();
  await page.reload();
  await expect(lastResponse(page).frameLocator("iframe").getByRole("img", { name: "Chart" })).toBeVisible();
});

/** Counts the requests that any page makes to it. */
async function startCollector(): Promise<{ url: string; asked: string[]; server: Server }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(String(request.url));
    response.writeHead(200, { "content-type": "image/png", "access-control-allow-origin": "*" });
    response.end(DOT);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server };
}

/** Text that names an address in every way in which a page could load it. */
function hostileText(url: string): string {
  const fence = (lines: string) => `\`\`\`mermaid\n${lines}\n\`\`\``;
  return [
    `![image](${url}/markdown.png)`,
    `<img src="${url}/html.png"><iframe src="${url}/frame"></iframe><link rel="icon" href="${url}/icon.png">`,
    `<style>@import "${url}/style.css"; body { background: url(${url}/background.png) }</style>`,
    `[link](${url}/link) and ${url}/bare and ![ref][r]\n\n[r]: ${url}/reference.png`,
    `<svg><image href="${url}/svg.png"/><use href="${url}/use.svg#a"/></svg>`,
    `\`\`\`html\n<img src="${url}/code.png">\n\`\`\``,
    `$$\\includegraphics{${url}/katex.png} \\href{${url}/k}{x} \\htmlStyle{background:url(${url}/ks.png)}{y}$$`,
    `![svg](data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}/in-svg.png"/></svg>`)})`,
    fence(
      `flowchart LR\n  a["<img src='${url}/label.png'>"] --> b["<b style='background:url(${url}/style.png)'>x</b>"]`,
    ),
    fence(
      `%%{init: {"htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\nflowchart LR\n  a["<img src='${url}/directive.png'/>"] --> b`,
    ),
    fence(`flowchart LR\n  a@{ img: "${url}/shape.png", label: "x", h: 60 }`),
    fence(`flowchart LR\n  a --> b\n  style a fill:url(${url}/fill.svg#x),stroke:#333\n  click a "${url}/click"`),
    fence(`sequenceDiagram\n  participant A as <img src='${url}/actor.png'>\n  A->>A: <img src='${url}/message.png'>`),
    fence(`mindmap\n  root((<img src='${url}/mindmap.png'>))\n    ::icon(fa fa-book)`),
    fence(`classDiagram\n  class A["<img src='${url}/class.png'>"]\n  link A "${url}/class-link"`),
    fence(
      `%%{init: {"themeCSS": "@import url(${url}/theme.css);", "fontFamily": "x;background:url(${url}/font.png)"}}%%\nflowchart LR\n  c --> d`,
    ),
  ].join("\n\n");
}

/** Addresses that a drawing would load if it were opened on its own. */
function referencesOutside(picture: Element): string[] {
  const svg = decodeURIComponent((picture.getAttribute("src") ?? "").replace(/^[^,]*,/, ""));
  const found: string[] = [];
  for (const element of new DOMParser().parseFromString(svg, "image/svg+xml").querySelectorAll("*")) {
    const css = element.localName === "style" ? (element.textContent ?? "") : "";
    for (const { name, value } of [...element.attributes, { name: "css", value: css }]) {
      const loads = /^(src|srcset|poster|data)$|href$/.test(name) && !value.startsWith("#");
      if (loads || /url\((?!["']?#)|@import|\\/.test(value))
        found.push(`${element.localName} ${name} ${value.slice(0, 200)}`);
    }
    if (/^(img|image|iframe|object|embed|link)$/i.test(element.localName)) found.push(element.localName);
  }
  return found;
}

for (const { name, own } of TEXT_PAGES) {
  test(`hostile text loads nothing on the ${name} page`, { tag: "@desktop" }, async ({ page }) => {
    test.setTimeout(150_000);
    const { url, asked, server } = await startCollector();
    try {
      const outside: string[] = [];
      page.context().on("request", (request) => {
        if (/^(https?|wss?):/.test(request.url()) && new URL(request.url()).port === new URL(url).port) {
          outside.push(request.url());
        }
      });
      const text = `${hostileText(url)}\n\n${hostileText(url.replace("http:", "https:"))}`;
      const parts: Part[] = saying(text);
      const dialects = {
        chat: "openai-chat",
        responses: "openai-responses",
        messages: "anthropic-messages",
        "generate-content": "google-generate",
      } as const;
      const script = await scriptResponse({ steps: paced(framesOf(dialects[name], parts)) });
      await openWith(page, { name, model: `${own}/${script.id}` });
      await send(page, "Show me");
      await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
      // Each fence is drawn when it comes near the window, or says why not.
      const diagram = page.locator("button", { hasText: /^Diagram$/ });
      const outcome = lastResponse(page).locator(".markdown-block").filter({ has: diagram });
      const count = text.split("```mermaid").length - 1;
      await expect(outcome).toHaveCount(count);
      let drawn = 0;
      for (let index = 0; index < count; index += 1) {
        const block = outcome.nth(index);
        await block.scrollIntoViewIfNeeded();
        const picture = block.locator("img");
        // The first one waits until the code that draws is loaded.
        await expect(picture.or(block.getByText(/^Couldn’t draw the diagram: /))).toBeVisible({ timeout: 45_000 });
        if (!(await picture.isVisible())) continue;
        drawn += 1;
        expect(await picture.evaluate(referencesOutside)).toEqual([]);
      }
      expect(drawn).toBeGreaterThan(count / 2);
      expect([outside, asked]).toEqual([[], []]);
    } finally {
      server.close();
    }
  });
}
