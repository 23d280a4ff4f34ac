/** The responses page: OpenAI's newer dialect, a list of items, by id or as a whole. */
import { expect, type Page } from "@playwright/test";
import {
  answers,
  ask,
  closePanel,
  lastResponse,
  onCall,
  openAdvanced,
  openPanel,
  openThought,
  pickModel,
  seeText,
  send,
  signIn,
  streamEvents,
  writeSystemPrompt,
} from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

type Body = { input: object[] } & Record<string, unknown>;

function recordBodies(page: Page): Body[] {
  const bodies: Body[] = [];
  onCall(page, "/v1/responses", (request) => bodies.push(request.postDataJSON()));
  return bodies;
}

const open = (page: Page) => signIn(page, "/responses");
const REASONING = {
  type: "reasoning",
  id: "rs_1",
  summary: [{ type: "summary_text", text: "Let me see." }],
  encrypted_content: "gAAAAABodbqP",
};
const MESSAGE = {
  type: "message",
  id: "msg_1",
  role: "assistant",
  status: "completed",
  content: [
    {
      type: "output_text",
      text: "Grass is green.",
      annotations: [{ type: "url_citation", url: "https://grass.example/", title: "On grass" }],
    },
  ],
};
const EVENTS = [
  { type: "response.created", response: { id: "resp_1", model: "m-1" } },
  { type: "response.output_item.added", output_index: 0, item: { type: "reasoning", id: "rs_1", summary: [] } },
  { type: "response.reasoning_summary_text.delta", output_index: 0, delta: "Let me see." },
  { type: "response.output_item.done", output_index: 0, item: REASONING },
  { type: "response.output_item.added", output_index: 1, item: { ...MESSAGE, content: [] } },
  { type: "response.output_text.delta", output_index: 1, delta: "Grass is green." },
  { type: "response.output_item.done", output_index: 1, item: MESSAGE },
  {
    type: "response.incomplete",
    response: {
      id: "resp_1",
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      usage: { input_tokens: 1203, input_tokens_details: { cached_tokens: 1200 }, output_tokens: 9 },
    },
  },
];

test("streams a response with reasoning, and shows its ID", { tag: "@desktop" }, async ({ page }) => {
  const bodies = recordBodies(page);
  await open(page);
  await page.getByRole("button", { name: "Show the reasoning, then answer" }).click();
  await seeText(page);
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  expect(bodies[0]).toEqual({
    model: "sandbox/guide",
    input: [{ role: "user", content: "What can Parlance do?" }],
    reasoning: { effort: "low", summary: "auto" },
    include: ["reasoning.encrypted_content"],
    stream: true,
  });
  await expect(lastResponse(page).getByRole("button", { name: /^Thought for/ })).toBeVisible();
  await expect(lastResponse(page).getByTestId("metrics")).toContainText(/resp_[0-9a-f]{7}…/);
});

test("returns encrypted reasoning, and shows incomplete, cited and cached content", { tag: "@desktop" }, async ({
  page,
}) => {
  const bodies = recordBodies(page);
  await open(page);
  await streamEvents(page, "/v1/responses", EVENTS);
  await ask(page, "What is green?");
  await openThought(page);
  await expect(page.getByRole("list", { name: "Reasoning signatures" })).toContainText("gAAAAABodbqP");
  await expect(lastResponse(page).getByRole("link", { name: "On grass" })).toBeVisible();
  await expect(lastResponse(page).getByTestId("metrics")).toContainText("Cut at the token limit");
  await expect(lastResponse(page).getByTestId("metrics")).toContainText("1,203 in (1,200 cached)");
  await page.reload();
  await expect(answers(page)).toHaveCount(1);
  await ask(page, "And what is blue?");
  expect(bodies[1]?.input).toEqual([
    { role: "user", content: "What is green?" },
    REASONING,
    MESSAGE,
    { role: "user", content: "And what is blue?" },
  ]);
});

test("continues by response ID, or in full when the ID is refused", { tag: "@desktop" }, async ({ page }) => {
  const bodies = recordBodies(page);
  await open(page);
  await page.getByRole("button", { name: "Continue with previous_response_id" }).click();
  await expect(answers(page)).toHaveCount(2, { timeout: 30_000 });
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  expect(bodies[1]).toMatchObject({ previous_response_id: expect.stringMatching(/^resp_/) });
  expect(bodies[1]?.input).toEqual([{ role: "user", content: "How long is a response stored?" }]);
  await page.route("**/v1/responses", async (route) => {
    if (!("previous_response_id" in route.request().postDataJSON())) return route.fallback();
    const error = { message: "It is gone.", type: "invalid_request_error", param: "previous_response_id" };
    return route.fulfill({ status: 400, json: { error, request_id: "req_1" } });
  });
  await send(page, "Still there?");
  const card = page.getByRole("alert").filter({ hasText: "It is gone." });
  await card.getByRole("button", { name: "Remove previous_response_id and retry" }).click();
  await expect(answers(page)).toHaveCount(3);
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  expect(bodies.at(-1)?.input.filter((item) => "role" in item && item.role === "user")).toHaveLength(3);
});

test("sends settings and tools in the API's format", { tag: "@desktop" }, async ({ page }) => {
  const bodies = recordBodies(page);
  await open(page);
  await openPanel(page);
  await openAdvanced(page);
  await page.getByRole("radiogroup", { name: "Store", exact: true }).getByText("Off", { exact: true }).click();
  for (const name of ["Verbosity", "Output format"]) {
    await page.getByRole("switch", { name: `Set ${name}`, exact: true }).click();
  }
  await page.getByRole("button", { name: "Insert an example" }).click();
  await closePanel(page);
  await writeSystemPrompt(page, "Be brief.");
  await send(page, "What is the weather in Oslo?");
  await page.getByRole("button", { name: "Send result" }).click();
  await expect(answers(page)).toHaveCount(2);
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  expect(bodies[0]).toMatchObject({
    instructions: "Be brief.",
    store: false,
    text: { verbosity: "medium", format: { type: "json_schema", name: "answer", strict: true } },
    tools: [{ type: "function", name: "get_weather", parameters: { type: "object" } }],
  });
  expect(bodies[1]?.input.slice(-2)).toMatchObject([{ type: "function_call" }, { type: "function_call_output" }]);
});

test("shows the message of a failed response", { tag: "@desktop" }, async ({ page }) => {
  await open(page);
  const error = { code: "server_error", message: "The model broke down." };
  const failed = { type: "response.failed", response: { id: "resp_1", status: "failed", error } };
  await streamEvents(page, "/v1/responses", [...EVENTS.slice(0, 6), failed]);
  await send(page, "What is green?");
  await expect(lastResponse(page)).toContainText("Grass is green.");
  await expect(page.getByRole("alert").filter({ hasText: "The model broke down." })).toContainText("server_error");
});

test("the page has no accessibility violations and fits its window", async ({ page }) => {
  test.setTimeout(60_000);
  await open(page);
  await expectNoViolations(page, "empty");
  await streamEvents(page, "/v1/responses", EVENTS);
  await pickModel(page, "sandbox/echo");
  await ask(page, "What is green?");
  await openThought(page);
  await expectNoViolations(page, "with an answer");
  await openPanel(page);
  await openAdvanced(page);
  await page.getByRole("switch", { name: "Set Reasoning effort" }).click();
  await expectNoViolations(page, "with the panel open");
  await expectNoOverflow(page);
});
