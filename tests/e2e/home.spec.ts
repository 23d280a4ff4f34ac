import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import { ADMIN_KEY, composer, isPhone } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

async function openHome(page: Page): Promise<void> {
  const response = await page.request.post("/api/session", { data: { key: ADMIN_KEY } });
  expect(response.status(), "signing in").toBe(204);
  await page.goto("/");
  await expect(page.getByRole("list", { name: "Providers" })).toContainText(/sandbox\s*\d+ models/);
}

test("asks for a key, then shows URLs, upstreams and links to every page", async ({ page }) => {
  test.setTimeout(90_000);
  await page.goto("/");
  await page.waitForURL("**/sign-in?next=%2F");
  await openHome(page);
  const origin = new URL(page.url()).origin;
  await expect(page.getByRole("definition").filter({ hasText: `${origin}/v1` })).toHaveCount(1);
  const steps = page.getByRole("region", { name: /^Get started/ });
  // Folded once all three are done, which other tests may have seen to.
  const heading = steps.getByRole("button");
  await expect(heading).toContainText("of 3 done");
  if ((await heading.getAttribute("aria-expanded")) === "false") await heading.click();
  await expect(steps.getByRole("link")).toHaveText([/^Connect a provider/, /^Create a key/, /^Send a request/]);
  await expect(page.getByRole("link", { name: "Open the playground" })).toHaveAttribute("href", "/chat");
  await expect(page.getByRole("link", { name: "Create an API key" })).toHaveAttribute("href", "/keys?create");
  await expectNoOverflow(page);
  await expectNoViolations(page, "home");
  const pages = page.getByRole("region", { name: "Playground" }).getByRole("link");
  const paths = await pages.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  for (const path of paths) expect((await page.request.get(path ?? "")).status(), String(path)).toBe(200);
  expect(paths).toContain("/chat");
  await pages.first().click();
  await expect(composer(page)).toBeVisible();
  if (isPhone(page)) await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: isPhone(page) ? "Home" : "Parlance, home" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Every model, from any SDK");
});

test("copies code that runs", { tag: "@desktop" }, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openHome(page);
  await page.getByRole("button", { name: "Copy the base URL for OpenAI" }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toBe(`${new URL(page.url()).origin}/v1`);
  await page.getByText("Anthropic", { exact: true }).last().click();
  await page.getByText("curl", { exact: true }).click();
  await page.getByRole("button", { name: "Copy code" }).click();
  const command = await copied();
  expect(command).toContain("/v1/messages");
  const { stdout } = await promisify(execFile)("sh", ["-c", command], {
    env: { ...process.env, PARLANCE_API_KEY: ADMIN_KEY },
  });
  expect(JSON.parse(stdout)).toMatchObject({ type: "message", role: "assistant" });
});

test("shows the state of the first steps, folds them once done, and names a problem of the config file", {
  tag: "@desktop",
}, async ({ page }) => {
  const provider = { id: "openai", name: "OpenAI", source: "stored", status: "ready", api_formats: [], models: [] };
  const config = {
    path: "/srv/parlance.config.json",
    problem: null as string | null,
    restart_needed: [],
    loaded_at: 0,
  };
  const replies: Record<string, { data: unknown[]; config?: typeof config }> = {
    "/api/providers": { data: [], config: { ...config, problem: "models must be an object." } },
    "/api/keys": { data: [{ id: "key_1", revoked_at: null }] },
    "/api/requests": { data: [] },
  };
  await page.route(/\/api\/(providers|keys|requests)(\?|$)/, (route) =>
    route.fulfill({ json: replies[new URL(route.request().url()).pathname] }),
  );
  await openHome(page);
  const steps = page.getByRole("region", { name: /^Get started/ });
  await expect(steps.getByRole("link")).toHaveText([/Connect a provider/, /Create a key, done/, /Send a request/]);
  await expect(steps.getByRole("alert")).toContainText("/srv/parlance.config.json");
  await expect(steps.getByRole("alert")).toContainText("models must be an object.");

  replies["/api/providers"] = { data: [provider], config };
  replies["/api/requests"] = { data: [{ id: "req_1" }] };
  await page.reload();
  await expect(steps).toContainText("3 of 3 done");
  await expect(steps.getByRole("link")).toHaveCount(0);
  await steps.getByRole("button").click();
  await expect(steps.getByRole("link")).toHaveCount(3);
});

test("moves the pictures of a card only while the pointer is on it", { tag: "@desktop" }, async ({ page }) => {
  await openHome(page);
  const countRunning = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(
            ({ playState, effect }) =>
              playState === "running" && effect instanceof KeyframeEffect && effect.target?.closest(".vignette"),
          ).length,
    );
  await expect.poll(countRunning).toBe(0);
  await page
    .getByRole("region", { name: "Playground" })
    .getByRole("link", { name: /^Compare/ })
    .hover();
  await expect.poll(countRunning).toBeGreaterThan(0);
});
