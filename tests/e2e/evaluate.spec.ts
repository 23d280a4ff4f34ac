/** Evaluate: from pasted rows to a verdict, by mouse and by keyboard, on a phone too. */
import { expect, type Page } from "@playwright/test";
import { ADMIN_KEY } from "./chat-page.ts";
import { startEmptyGateway } from "./empty-gateway.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

const cell = (page: Page, row: number, column: number) => page.locator(`[data-cell="${row} ${column}"]`);
const state = (page: Page) => page.locator("[data-evaluation-state]");

async function signIn(page: Page, url = ""): Promise<void> {
  const response = await page.request.post(`${url}/api/session`, { data: { key: ADMIN_KEY } });
  expect(response.status(), "signing in").toBe(204);
}

async function create(page: Page, definition: object): Promise<string> {
  await signIn(page);
  const response = await page.request.post("/api/evaluations", {
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
    data: { checks: [{ type: "contains", value: "{{want}}" }], ...definition },
  });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()).id;
}

const echo = (prompt: string, name: string) => ({ name, model: "sandbox/echo", prompt });
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    values: { want: `n${index}.`, other: index % 2 === 0 ? `n${index}.` : "x" },
  }));

test("runs the example after its price, and shows cells, reasons and differences", async ({ page }) => {
  test.setTimeout(90_000);
  const gateway = await startEmptyGateway();
  try {
    await signIn(page, gateway.url);
    await page.goto(`${gateway.url}/evaluate`);
    await runExample(page);
  } finally {
    await gateway.close();
  }
});

async function runExample(page: Page): Promise<void> {
  const example = page.getByRole("button", { name: "Open an example" });
  await expect(example).toBeVisible();
  await expectNoViolations(page, "no evaluations");
  await expectNoOverflow(page);
  await example.click();
  await expect(page.getByLabel("Name")).toHaveValue("Capitals");
  await expectNoViolations(page, "the form");
  await expectNoOverflow(page);
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeDisabled();
  await page.getByRole("button", { name: "Show price" }).click();
  await expect(page.getByTestId("estimate")).toHaveText("10 requests: $0 at most");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(state(page)).toHaveAttribute("data-evaluation-state", "completed", { timeout: 30_000 });
  await expect(page.getByRole("region", { name: "Columns", exact: true })).toContainText("5 of 5");
  await expect(cell(page, 0, 0)).toContainText("Passed");
  await expectNoViolations(page, "the results");
  await expectNoOverflow(page);
  await cell(page, 0, 0).click();
  const dialog = page.getByRole("dialog", { name: /^Row 1/ });
  await expect(dialog.getByRole("list", { name: "Checks" })).toContainText("contains");
  await expectNoViolations(page, "a cell");
  await expectNoOverflow(page);
  await dialog.getByRole("button", { name: "Good" }).click();
  await expect(dialog.getByRole("button", { name: "Good" })).toHaveAttribute("aria-pressed", "true");
  await dialog.getByRole("button", { name: /^Column of the other cell/ }).click();
  await page
    .getByRole("menuitemradio", { name: "sandbox/echo" })
    .or(page.getByRole("option", { name: "sandbox/echo" }))
    .click();
  await dialog.getByLabel("row", { exact: true }).fill("2");
  await expect(dialog.getByTestId("cell-diff")).toContainText("words differ");
}

test("reads a pasted Promptfoo config, and names what has no counterpart", async ({ page }) => {
  await signIn(page);
  await page.goto("/evaluate");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByLabel(/^Paste CSV/).fill(`prompts: ["Say {{word}}"]
providers: ["openai:chat:sandbox/echo"]
tests:
  - vars: { word: hello }
    assert: [{ type: icontains, value: HELLO }, { type: javascript, value: "true" }]
`);
  await page.getByRole("button", { name: "Use this text" }).click();
  await expect(page.getByText("Read 1 row from a Promptfoo config.")).toBeVisible();
  await page.getByText("1 part without a counterpart").click();
  await expect(page.getByText('assertion "javascript"')).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Model" })).toHaveValue("sandbox/echo");
  await expect(page.getByLabel("Prompt", { exact: true })).toHaveValue("Say {{word}}");
  await page.getByRole("button", { name: "Show price" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(state(page)).toHaveAttribute("data-evaluation-state", "completed", { timeout: 30_000 });
  await expect(cell(page, 0, 0)).toContainText("Passed");
});

test("compares columns, and a run goes on after a reload", async ({ page }) => {
  test.setTimeout(60_000);
  const columns = [echo("{{want}}", "Before"), echo("{{other}}", "After")];
  const id = await create(page, { name: "Pairs", columns, rows: rows(12) });
  await page.goto(`/evaluate?id=${id}`);
  await page.reload();
  await expect(state(page)).toHaveAttribute("data-evaluation-state", "completed", { timeout: 30_000 });
  await expect(page.getByTestId("comparison")).toHaveText(
    "0 rows better, 6 worse, 6 the same. The difference is unlikely to be chance (p = 0.031, McNemar).",
  );
  await page.getByRole("button", { name: "Show worse" }).click();
  await expect(page.getByRole("grid")).toHaveAttribute("aria-rowcount", "7");
  await expect(cell(page, 0, 1)).toContainText("Failed");
});

test("moves through thousands of cells by keyboard", { tag: "@desktop" }, async ({ page }) => {
  test.setTimeout(90_000);
  const columns = [1, 2, 3, 4].map((number) => echo("{{want}}", `C${number}`));
  const id = await create(page, { name: "Many", columns, rows: rows(500), concurrency: 32 });
  await page.goto(`/evaluate?id=${id}`);
  await expect(state(page)).toHaveAttribute("data-evaluation-state", "completed", { timeout: 60_000 });
  await cell(page, 0, 0).focus();
  await page.keyboard.press("ArrowRight");
  await expect(cell(page, 0, 1)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(cell(page, 1, 1)).toBeFocused();
  await page.keyboard.press("Control+End");
  await expect(cell(page, 499, 3)).toBeFocused();
  await expect(cell(page, 499, 3)).toContainText("n499.");
  expect(await page.locator("tbody tr[aria-rowindex]").count()).toBeLessThan(60);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Row 500, C4" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(cell(page, 499, 3)).toBeFocused();
  await page.keyboard.press("Control+Home");
  await expect(cell(page, 0, 0)).toBeFocused();
});

test("pauses, resumes and deletes", async ({ page }) => {
  test.setTimeout(60_000);
  const columns = [{ model: "sandbox/slow-400", prompt: "{{want}}" }];
  const id = await create(page, { name: "Slow", columns, rows: rows(40), checks: [], concurrency: 2 });
  await page.goto(`/evaluate?id=${id}`);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(state(page)).toHaveAttribute("data-evaluation-state", "paused");
  await expectNoViolations(page, "a paused run");
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(state(page)).toHaveAttribute("data-evaluation-state", "running");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/evaluate$/);
  await expect(page.getByRole("button", { name: "Slow" })).toHaveCount(0);
});

test("compares two versions of a stored prompt", async ({ page }) => {
  test.setTimeout(60_000);
  await signIn(page);
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const name = `greeting-${Date.now()}-${test.info().project.name}`;
  const define = (content: string) => ({ model: "sandbox/echo", messages: [{ role: "user", content }] });
  const created = await page.request.post("/api/prompts", {
    headers,
    data: { name, definition: define("Bye {{want}}") },
  });
  expect(created.status(), await created.text()).toBe(201);
  const { id } = (await created.json()) as { id: string };
  const data = { base_version: 1, note: "", definition: define("Say {{want}}") };
  expect((await page.request.post(`/api/prompts/${id}/versions`, { headers, data })).status()).toBe(201);

  await page.goto("/evaluate");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByLabel(/^Paste CSV/).fill("want\nhello\n");
  await page.getByRole("button", { name: "Use this text" }).click();
  const dialog = page.getByRole("dialog", { name: "Column from a prompt" });
  for (const version of [1, 2]) {
    await page.getByRole("button", { name: "From a prompt" }).click();
    await dialog.getByRole("button", { name: /^Prompt/ }).click();
    await page.getByRole("menuitemradio", { name }).click();
    await dialog.getByRole("button", { name: /^Version/ }).click();
    await page.getByRole("menuitemradio", { name: new RegExp(`^${version}\\b`) }).click();
    if (version === 1) await expectNoViolations(page, "the choice of a prompt");
    await dialog.getByRole("button", { name: "Add column" }).click();
    await expect(dialog).toBeHidden();
  }
  await expect(page.getByLabel("Prompt", { exact: true })).toHaveCount(2);
  await expect(page.getByLabel("Prompt", { exact: true }).last()).toHaveValue("Say {{want}}");
  await page.getByRole("button", { name: "Show price" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(state(page)).toHaveAttribute("data-evaluation-state", "completed", { timeout: 30_000 });
  await expect(page.getByRole("columnheader", { name: `${name} 2` })).toBeVisible();
  await expect(cell(page, 0, 1)).toContainText("Say hello");
  await expectNoOverflow(page);
});
