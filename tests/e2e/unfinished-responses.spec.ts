/** Answers that do not come to their end on the chat page: stopped, refused, limited and cut. */
import { expect } from "@playwright/test";
import { composer, lastResponse, pickModel, recordBodies, SLOW_MODEL, seeText, send } from "./chat-page.ts";
import { test } from "./page-test.ts";
import { openWith } from "./scripted.ts";

test("aborts the request on stop and keeps the text", { tag: "@desktop" }, async ({ page }) => {
  await openWith(page, { name: "chat", model: SLOW_MODEL });
  await send(page, "Go on and on");
  await seeText(page);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "stopped");
  await expect(lastResponse(page).getByTestId("metrics")).toContainText(/Stopped at ~?[\d,]+ tokens/);
  await expect(page.getByRole("button", { name: "Send" })).toBeVisible();
});

test("continues a stopped response by a visible message", { tag: "@desktop" }, async ({ page }) => {
  await openWith(page, { name: "chat", model: SLOW_MODEL });
  await send(page, "Go on and on");
  await seeText(page);
  await page.getByRole("button", { name: "Stop" }).click();
  await pickModel(page, "sandbox/echo");
  const bodies = recordBodies(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("article", { name: "You" }).last()).toContainText("Continue.");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete");
  expect(bodies[0]?.messages.map((message) => message.role)).toEqual(["user", "assistant", "user"]);
});

test("shows the gateway's message for an unknown model, without a retry", { tag: "@desktop" }, async ({ page }) => {
  await openWith(page, { name: "chat", model: "sandbox/no-such-model" });
  await send(page, "Hello");
  const card = page.getByRole("alert").filter({ hasText: "Model not found" });
  await expect(card).toContainText("404");
  await expect(card).toContainText("no-such-model");
  await expect(card).toContainText("request");
  await expect(card.getByRole("button", { name: "Retry" })).toHaveCount(0);
  // The message is in the conversation alone; another model takes the same one.
  await expect(page.getByRole("article", { name: "You" })).toHaveText("Hello");
  await expect(composer(page)).toHaveValue("");
  await pickModel(page, "sandbox/echo");
  await card.getByRole("button", { name: "Retry with Sandbox echo" }).click();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete");
  await expect(page.getByRole("article", { name: "You" })).toHaveCount(1);
});

test("leads to the page that connects the provider of an unknown model", { tag: "@desktop" }, async ({ page }) => {
  await openWith(page, { name: "chat", model: "openai/gpt-4o" });
  await send(page, "Hello");
  const card = page.getByRole("alert").filter({ hasText: "Provider not connected" });
  await expect(card.getByText("No provider named openai is connected.")).toBeVisible();
  await card.getByRole("link", { name: "Connect a provider" }).click();
  await page.waitForURL("**/providers");
});

test("a message after a refused one does not lose it", { tag: "@desktop" }, async ({ page }) => {
  await openWith(page, { name: "chat", model: "openai/gpt-4o" });
  await send(page, "First");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "failed");
  await pickModel(page, "sandbox/echo");
  await send(page, "Second");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete");
  const question = page.getByRole("article", { name: "You" });
  await expect(question).toHaveCount(1);
  await expect(question).toContainText("Second");
  await question.hover();
  await question.getByRole("button", { name: "Previous version" }).click();
  await expect(question).toContainText("First");
});

test("offers a retry of a temporary failure", { tag: "@desktop" }, async ({ page }) => {
  await openWith(page, { name: "chat", model: "sandbox/fault-429" });
  await send(page, "Hello");
  const card = page.getByRole("alert").filter({ hasText: "Too many requests" });
  await expect(card).toContainText("429");
  await expect(card.getByRole("button", { name: /Retry/ })).toBeVisible();
});

test("reports a truncated stream and keeps its text", { tag: "@desktop" }, async ({ page }) => {
  await openWith(page, { name: "chat", model: "sandbox/cut-5" });
  await send(page, "Hello");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "failed");
  await expect(page.getByRole("alert").first()).toBeVisible();
});
