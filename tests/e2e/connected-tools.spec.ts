/** Tools that the page runs itself: of an MCP server, and built in. The sandbox decides to call them. */
import { expect, type Page } from "@playwright/test";
import type { TextPage } from "#lib/playground/history/history.ts";
import { sseFrame } from "../support/chat-fixtures.ts";
import { answers, closePanel, isPhone, lastResponse, onCall, openPanel, pickModel, send, signIn } from "./chat-page.ts";
import { inspector } from "./inspector-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { framesOf, openWith, paced, saying, scriptResponse } from "./scripted.ts";

const PAGES: { name: TextPage; path: string; model?: string }[] = [
  { name: "chat", path: "/v1/chat/completions" },
  { name: "responses", path: "/v1/responses" },
  { name: "messages", path: "/v1/messages" },
  { name: "generate-content", path: ":streamGenerateContent", model: "image-model-a" },
];
const SUNNY = "It is sunny in Oslo, 21 °C.";

/** Bodies that the page sends to a route, as text. */
function recordTexts(page: Page, path: string): string[] {
  const bodies: string[] = [];
  onCall(page, path, (request) => bodies.push(request.postData() ?? ""));
  return bodies;
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Connect tools" });

/** Opens the dialog, and the tools of the server. */
async function openTools(page: Page): Promise<void> {
  await openPanel(page);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await dialog(page)
    .getByRole("button", { name: /^example/ })
    .click();
  await expect(dialog(page).getByRole("switch", { name: "Connect get_weather" })).toBeVisible({ timeout: 20_000 });
}

async function connect(page: Page, tool: string): Promise<void> {
  await dialog(page)
    .getByRole("switch", { name: `Connect ${tool}` })
    .click();
  await expect(dialog(page).getByRole("switch", { name: `Connect ${tool}` })).toBeChecked();
}

async function settled(page: Page, count: number): Promise<void> {
  await expect(answers(page)).toHaveCount(count, { timeout: 20_000 });
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
}

for (const { name, path, model } of PAGES) {
  test(`${name}: runs a tool of an MCP server once it is approved`, { tag: "@desktop" }, async ({ page }) => {
    const bodies = recordTexts(page, path);
    await signIn(page, `/${name}`, model);
    if (model) await pickModel(page, "sandbox/guide");
    await openTools(page);
    await connect(page, "get_weather");
    await page.keyboard.press("Escape");
    await closePanel(page);
    await send(page, "What is the weather in Oslo?");
    await expect(page.getByText("Run get_weather of example?")).toBeVisible({ timeout: 20_000 });
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toContain("get_weather");
    await page.getByRole("button", { name: "Approve once" }).click();
    await settled(page, 2);
    expect(bodies[1]).toContain(SUNNY);
    await expect(page.getByText("Answered")).toBeVisible();
    await expect(lastResponse(page)).toContainText("sunny");
  });
}

test("shows the messages of the server, and what was refused", { tag: "@desktop" }, async ({ page }) => {
  const bodies = recordTexts(page, "/v1/chat/completions");
  await signIn(page);
  await openTools(page);
  await connect(page, "get_weather");
  await page.keyboard.press("Escape");
  await closePanel(page);
  await send(page, "What is the weather in Oslo?");
  await page.getByRole("button", { name: "Approve once" }).click({ timeout: 20_000 });
  await settled(page, 2);
  await page.keyboard.press("ControlOrMeta+.");
  const panel = inspector(page);
  await panel.getByRole("button", { name: /previous/i }).click();
  await panel.getByRole("tab", { name: "mcp" }).click();
  const frames = panel.getByRole("region", { name: "JSON-RPC of get_weather" });
  await expect(frames).toContainText("tools/call");
  await expect(frames).toContainText(SUNNY);
  await expectNoViolations(page, "messages of an MCP server", panel);
  await page.keyboard.press("ControlOrMeta+.");
  await send(page, "What is the weather in Rome?");
  await page.getByRole("button", { name: "Refuse" }).click({ timeout: 20_000 });
  await settled(page, 4);
  expect(bodies[3]).toContain("The user refused this call.");
});

test("runs the calculator by itself after Always, by keyboard", { tag: "@desktop" }, async ({ page }) => {
  const bodies = recordTexts(page, "/v1/chat/completions");
  await signIn(page);
  await openPanel(page);
  await page.getByRole("button", { name: "Connect", exact: true }).focus();
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("switch", { name: "Connect calculate" }).focus();
  await page.keyboard.press("Space");
  await expect(dialog(page).getByRole("switch", { name: "Connect calculate" })).toBeChecked();
  await page.keyboard.press("Escape");
  await closePanel(page);
  await send(page, "Calculate 12 * 34");
  const always = page.getByRole("button", { name: "Always" });
  await always.focus({ timeout: 20_000 });
  await page.keyboard.press("Enter");
  await settled(page, 2);
  expect(bodies[1]).toContain("408");
  await send(page, "Calculate 56 * 78");
  await settled(page, 4);
  expect(bodies[3]).toContain("4368");
  // The approval ends with the page.
  await page.reload();
  await send(page, "Calculate 2 * 21");
  await expect(page.getByRole("button", { name: "Approve once" })).toBeVisible({ timeout: 20_000 });
});

test("connects tools on a phone", { tag: "@phone" }, async ({ page }) => {
  expect(isPhone(page)).toBe(true);
  await signIn(page);
  await openTools(page);
  await expectNoOverflow(page);
  await expectNoViolations(page, "connecting tools", dialog(page));
  await connect(page, "get_weather");
  await page.keyboard.press("Escape");
  await closePanel(page);
  await send(page, "What is the weather in Oslo?");
  await expect(page.getByRole("button", { name: "Approve once" })).toBeVisible({ timeout: 20_000 });
  await expectNoOverflow(page);
  await expectNoViolations(page, "a call that asks", lastResponse(page));
  await page.getByRole("button", { name: "Approve once" }).click();
  await settled(page, 2);
});

const PROBE = `const reached = [];
for (const [name, probe] of [
  ["network", () => fetch("https://example.com/")],
  ["gateway", () => fetch("${process.env.E2E_BASE_URL}/api/session")],
  ["scripts", () => importScripts("${process.env.E2E_BASE_URL}/preview.html")],
  ["sockets", () => new Promise((resolve, reject) => { const s = new WebSocket("wss://example.com/"); s.onopen = resolve; s.onerror = reject; })],
  ["storage", () => new Promise((resolve, reject) => { const open = indexedDB.open("a"); open.onsuccess = resolve; open.onerror = reject; })],
  ["page", () => document.title],
]) {
  try { await probe(); reached.push(name); } catch {}
}
return reached;`;
const CODES = ["console.log('sorting'); return [3, 1, 2].sort();", PROBE, "for (;;);", "return (;"];

test("runs JavaScript that reaches nothing, and ends it", { tag: "@desktop" }, async ({ page }) => {
  const calls = CODES.map((code, index) => ({
    ...{ index, id: `call_${index}`, type: "function" },
    function: { name: "run_javascript", arguments: JSON.stringify({ code }) },
  }));
  const call = [
    sseFrame({ choices: [{ index: 0, delta: { role: "assistant", tool_calls: calls } }] }),
    sseFrame({ choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] }),
    "data: [DONE]\n\n",
  ];
  const script = await scriptResponse(
    { steps: paced(call) },
    { steps: paced(framesOf("openai-chat", saying("It is sorted."))) },
  );
  await openWith(page, {
    ...{ name: "chat", model: `stub-chat/${script.id}` },
    toolRunners: { run_javascript: { builtIn: "JavaScript" } },
  });
  await send(page, "Sort 3, 1 and 2");
  await page.getByRole("button", { name: "Always" }).first().click({ timeout: 20_000 });
  await settled(page, 2);
  const sent = JSON.stringify((await script.requests()).at(-1));
  expect(sent).toContain("[1,2,3]");
  expect(sent).toContain("sorting");
  // The list of what the code could reach is empty.
  expect(sent).toMatch(/result\W+\[\]/);
  expect(sent).toContain("more than 5 seconds");
  expect(sent).toContain("SyntaxError");
  await expect(page.locator("iframe")).toHaveCount(0);
});
