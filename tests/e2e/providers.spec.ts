/** The pages Providers and Models, from an empty machine to a request in the log. */
import { expect, type Page } from "@playwright/test";
import { ADMIN_KEY, ask, lastResponse, modelButton } from "./chat-page.ts";
import { startEmptyGateway } from "./empty-gateway.ts";
import { startModelServer } from "./model-server.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

const KEY = "sk-right-0123456789";
const OLLAMA_PORT = 11434;

const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Providers" }).getByRole("listitem").filter({ hasText: name });

test("connects providers on an empty machine, chats, and finds a script's request in the log", {
  tag: "@desktop",
}, async ({ page }) => {
  test.setTimeout(60_000);
  const [gateway, remote, local] = await Promise.all([
    startEmptyGateway(),
    startModelServer({ models: ["small", "large"], key: KEY }),
    startModelServer({ port: OLLAMA_PORT, models: ["llama3.2", "qwen3:8b"] }),
  ]);
  if (!remote) throw new Error("No port is free.");
  try {
    await page.goto(`${gateway.url}/sign-in?next=/providers`);
    await page.getByLabel("Key", { exact: true }).fill(ADMIN_KEY);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("No provider is connected yet")).toBeVisible();

    await page.getByRole("button", { name: "Other server" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("ID").first().fill("lab");
    await dialog.getByLabel("Base URL").fill(remote.baseUrl.replace("/v1", "/"));
    const key = dialog.getByLabel("API key");
    await expect(key).toHaveAttribute("type", "password");
    await expect(key).toHaveAttribute("autocomplete", "off");
    await key.fill("sk-wrong");
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(dialog.getByRole("list", { name: "Test result" })).toContainText("The API key was refused");
    await key.fill(`  "${KEY}" `);
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(dialog.getByText("Connected, 2 models")).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(row(page, "lab")).toContainText("Connected here · 2 models · Chat Completions");
    expect(await page.content()).not.toContain(KEY);

    if (local) {
      await page.reload();
      await expect(page.getByRole("list", { name: "Servers on this machine" })).toContainText(
        "Ollama is running on this machine: 2 models.",
      );
      await page.getByRole("button", { name: "Connect Ollama" }).click();
    } else {
      console.log(`Port ${OLLAMA_PORT} is in use, so the test connects no server like Ollama.`);
      await page.getByRole("button", { name: "Other server" }).click();
      await dialog.getByLabel("ID").first().fill("ollama");
      await dialog.getByLabel("Base URL").fill(remote.baseUrl);
      await key.fill(KEY);
    }
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(dialog.getByText("Connected, 2 models")).toBeVisible();
    await dialog.getByRole("link", { name: "Chat with it" }).click();
    await expect(modelButton(page, "ollama/")).toBeVisible();
    await ask(page, "Hello?");
    await expect(lastResponse(page)).toContainText("Hello from");

    await page.goto(`${gateway.url}/keys?create`);
    await page.getByRole("textbox", { name: "Name" }).fill("script");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    const secret = await page.getByRole("textbox", { name: "Secret key" }).inputValue();
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "lab/large", messages: [{ role: "user", content: "Hi" }] }),
    });
    expect((await response.json()).choices[0].message.content).toBe("Hello from large");
    const requestId = response.headers.get("x-request-id") ?? "";
    await page.goto(`${gateway.url}/requests`);
    const logged = page.getByRole("row").filter({ hasText: requestId });
    await expect(logged).toContainText("lab/large");
    await expect(logged).toContainText("script");

    await page.goto(`${gateway.url}/providers`);
    await row(page, "lab").getByRole("button", { name: "Disconnect" }).click();
    await expect(dialog).toContainText("lab/… will fail with status 404");
    await dialog.getByRole("button", { name: "Disconnect lab" }).click();
    await expect(row(page, "lab")).toHaveCount(0);
  } finally {
    remote.close();
    local?.close();
    await gateway.close();
  }
});

test("offers every provider, by keyboard, in both themes", async ({ page }) => {
  await page.request.post("/api/session", { data: { key: ADMIN_KEY } });
  await page.goto("/providers");
  await expect(row(page, "Sandbox")).toContainText("Built in");
  await expectNoOverflow(page);
  await expectNoViolations(page, "the providers");
  await page.getByRole("button", { name: "Azure OpenAI" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Connect Azure OpenAI" });
  await dialog.getByLabel("API key").fill("key");
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Replace {resource} with your resource.");
  await expect(dialog.getByLabel("Base URL")).toBeFocused();
  await dialog.getByText("Advanced").click();
  await expectNoOverflow(page);
  await expectNoViolations(page, "connecting a provider", dialog);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("says what went wrong with the gateway, the server and the ID", { tag: "@desktop" }, async ({ page }) => {
  await page.request.post("/api/session", { data: { key: ADMIN_KEY } });
  await page.goto("/providers");
  await page.getByRole("button", { name: "Other server" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("ID").first().fill("sandbox");
  await dialog.getByLabel("Base URL").fill("http://127.0.0.1:9/v1");
  await dialog.getByRole("button", { name: "Test" }).click();
  await expect(dialog.getByRole("alert")).toContainText("built-in provider");
  await dialog.getByLabel("ID").first().fill("nobody");
  await dialog.getByRole("button", { name: "Test" }).click();
  await expect(dialog.getByRole("list", { name: "Test result" })).toContainText("Model list");
  await expect(dialog.getByRole("button", { name: "Connect anyway" })).toBeVisible();
  await page.route("**/api/providers/test", (route) => route.abort());
  await dialog.getByRole("button", { name: "Test" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
});

test("tells a key without the scope admin which scope is needed", { tag: "@desktop" }, async ({ page }) => {
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const created = await page.request.post("/api/keys", { headers, data: { name: "Guest of providers" } });
  await page.request.post("/api/session", { data: { key: (await created.json()).secret } });
  await page.goto("/providers");
  await expect(page.getByText("This page needs a key with the scope admin.")).toBeVisible();
});

test("lists all models, with filters, pins and a way to try each", async ({ page }) => {
  await page.request.post("/api/session", { data: { key: ADMIN_KEY } });
  await page.goto("/models");
  const models = page.getByRole("table", { name: "Models" });
  await expect(models).toContainText("sandbox/guide");
  await expectNoOverflow(page);
  await expectNoViolations(page, "the models");
  await page.getByRole("button", { name: "Provider: All providers" }).click();
  await page.getByRole("menuitemradio", { name: "sandbox", exact: true }).click();
  await page.getByRole("searchbox", { name: "Search models" }).fill("echo");
  await expect(models.getByText("sandbox/echo")).toBeVisible();
  await expect(models.getByText("sandbox/guide", { exact: true })).toHaveCount(0);
  await models.getByRole("button", { name: "Pin Sandbox echo" }).click();
  await expect(models.getByRole("button", { name: "Unpin Sandbox echo" })).toBeVisible();
  await models.getByRole("link", { name: "Try Sandbox echo" }).click();
  await expect(modelButton(page, "sandbox/echo")).toBeVisible();
});
