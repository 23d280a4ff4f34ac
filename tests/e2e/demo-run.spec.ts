/** A gateway without a model: each page says how it comes by one, and the text pages play a recorded run. */
import { expect, type Page } from "@playwright/test";
import { ADMIN_KEY, answers, composer, lastResponse } from "./chat-page.ts";
import { inspector } from "./inspector-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

const setup = (page: Page) => page.getByRole("region", { name: "Connect a provider" });

/** As the gateway answers with its sandbox switched off (tests/routes/sandbox-off.test.ts). */
async function listNoModels(page: Page, unavailable?: { upstream: string; message: string }[]): Promise<void> {
  const json = { object: "list", data: [], models: [], has_more: false, first_id: null, last_id: null, unavailable };
  await page.route("**/v1/models", (route) => route.fulfill({ json }));
  expect((await page.request.post("/api/session", { data: { key: ADMIN_KEY } })).status()).toBe(204);
}

/** Counts the records that the page has stored in this browser. */
function countKept(page: Page, database: string): Promise<{ sessions: number; wires: number }> {
  return page.evaluate(async (name) => {
    const settle = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const rows = (await settle(indexedDB.open(name))).transaction(["sessions", "wires"]);
    const count = (store: string) => settle(rows.objectStore(store).count());
    return { sessions: await count("sessions"), wires: await count("wires") };
  }, database);
}

test("plays a demo run without a model, and saves nothing", async ({ page }) => {
  await listNoModels(page, [{ upstream: "ollama", message: "It refused the connection." }]);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
  await page.goto("/messages");
  await expect(setup(page)).toContainText("ollama is not ready: It refused the connection.");
  await expect(setup(page)).toContainText("ANTHROPIC_API_KEY");
  await expectNoViolations(page, "without models");
  await expectNoOverflow(page);
  await setup(page).getByRole("button", { name: "Play a recorded run" }).click();
  await expect(lastResponse(page)).toContainText("Replaying a recorded run");
  await expect(lastResponse(page).getByTestId("metrics")).toContainText("Recorded", { timeout: 20_000 });
  await expect(lastResponse(page)).toContainText("ollama pull");
  await expect(composer(page)).toBeHidden();
  await expectNoViolations(page, "a recorded run");
  await lastResponse(page).getByRole("button", { name: "Open trace" }).click();
  await expect(inspector(page)).toContainText("Recorded");
  await expect(inspector(page).getByRole("button", { name: "Replay" })).toBeVisible();
  await expect(inspector(page)).toContainText("message start: sandbox/guide");
  expect(sent.filter((path) => path.startsWith("/v1"))).toEqual([]);
  expect(await countKept(page, "parlance-messages")).toEqual({ sessions: 0, wires: 0 });
  await page.reload();
  await expect(setup(page)).toBeVisible();
  await expect(answers(page)).toHaveCount(0);
});

test("shows setup steps on the image and video pages without a model", { tag: "@desktop" }, async ({ page }) => {
  await listNoModels(page);
  for (const [path, dialect] of [
    ["/images", "openai-images"],
    ["/videos", "openai-videos"],
  ] as const) {
    await page.goto(path);
    await expect(setup(page)).toContainText(dialect);
    await expect(page.getByRole("list", { name: "Suggestions" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Play a recorded run" })).toHaveCount(0);
  }
  await expectNoViolations(page, "no model for videos");
});
