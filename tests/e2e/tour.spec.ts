/** The guided tour: each stop opens with one click and shows what it promises. */
import { expect, type Page } from "@playwright/test";
import { findTourStop, TOUR_MODEL, TOUR_STOPS, type TourStopId } from "#lib/contract/tour.ts";
import { ADMIN_KEY, answers, lastResponse } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

async function openTour(page: Page): Promise<void> {
  expect((await page.request.post("/api/session", { data: { key: ADMIN_KEY } })).status()).toBe(204);
  await page.goto("/tour");
  await expect(page.getByRole("heading", { level: 1, name: "Guided tour" })).toBeVisible();
}

/** One click on a stop, and what to point at. */
async function openStop(page: Page, id: TourStopId): Promise<void> {
  const stop = findTourStop(id);
  if (!stop) throw new Error(`The tour has no stop ${id}.`);
  await openTour(page);
  await page.getByRole("link", { name: stop.title }).click();
  await page.waitForURL((url) => url.pathname === stop.page);
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(stop.point, { timeout: 15_000 });
}

const settled = (page: Page) =>
  expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });

test("lists eight stops, each with what to point at", async ({ page }) => {
  await openTour(page);
  await expect(page.getByRole("listitem").getByRole("link", { name: /of 8/ })).toHaveCount(TOUR_STOPS.length);
  for (const { title, point } of TOUR_STOPS) await expect(page.getByRole("link", { name: title })).toContainText(point);
  await expectNoOverflow(page);
  await expectNoViolations(page, "the tour");
});

test("streams a table and code, and leads to the next stop", async ({ page }) => {
  await openStop(page, "answer");
  await settled(page);
  await expect(lastResponse(page).getByRole("table")).toContainText("response.output_text.delta");
  await expect(lastResponse(page).locator("pre")).toContainText("client.chat.completions.create");
  await expect(lastResponse(page)).toContainText(`Prepared answer of ${TOUR_MODEL}`);
  // A reload shows the conversation and plays nothing again.
  await page.reload();
  await settled(page);
  await expect(answers(page)).toHaveCount(1);
  await page.goto("/chat?tour=answer");
  await page.getByRole("button", { name: "Next stop" }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Guided tour, 2 of 8");
});

test("calls tools in parallel and makes a table of the results", async ({ page }) => {
  await openStop(page, "tools");
  const table = lastResponse(page).getByRole("table");
  await expect(table).toContainText("Lisbon", { timeout: 30_000 });
  await expect(table.getByRole("row")).toHaveCount(4);
  for (const city of ["Paris", "Oslo", "Lisbon"]) await expect(answers(page).first()).toContainText(city);
});

test("matches a schema", async ({ page }) => {
  await openStop(page, "schema");
  await settled(page);
  await expect(lastResponse(page)).toContainText("Portugal");
  await expect(lastResponse(page)).toContainText("Matches the schema");
});

test("reasons before the response", async ({ page }) => {
  await openStop(page, "reasoning");
  await settled(page);
  await expect(lastResponse(page)).toContainText("The ball costs $0.05.");
  const thought = lastResponse(page).getByRole("button", { name: /^Thought/ });
  await expect(thought).toHaveAttribute("aria-expanded", "false");
  await thought.click();
  await expect(lastResponse(page)).toContainText("2x = 0.10");
});

test("adds a moon under a mask, and nothing outside it", async ({ page }) => {
  test.setTimeout(120_000);
  await openStop(page, "mask");
  const job = page.getByRole("article", { name: "Image" });
  await expect(job).toContainText("Nothing changed outside the mask: every pixel is identical.", { timeout: 90_000 });
  await expect(job).toContainText("Add a big full moon");
  expect(new URL(page.url()).search).toBe("");
});

test("renders a video", async ({ page }) => {
  test.setTimeout(120_000);
  await openStop(page, "film");
  await expect(page.locator("video")).toBeVisible({ timeout: 90_000 });
});

test("compares four APIs", { tag: "@desktop" }, async ({ page }) => {
  await openStop(page, "apis");
  await expect(answers(page)).toHaveCount(4, { timeout: 15_000 });
  for (const answer of await answers(page).all()) {
    await expect(answer).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
    await expect(answer).toContainText("x-gateway-dropped");
  }
});

test("fails, counts down and succeeds", { tag: "@desktop" }, async ({ page }) => {
  await openStop(page, "retry");
  await expect(page.getByRole("alert").getByRole("button", { name: /^Retry in/ })).toBeVisible();
  await expect(lastResponse(page)).toContainText("This is the second attempt.", { timeout: 20_000 });
});
