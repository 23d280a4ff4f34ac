/** Messages as a list: roles, order and parts by hand; versions by other models; branches; deleting with a way back. */
import { expect, type Locator, type Page, test } from "@playwright/test";
import {
  answers,
  ask,
  composer,
  lastResponse,
  onCall,
  openHistory,
  PNG,
  recordBodies,
  signIn,
  streamEvents,
} from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";

const editor = (page: Page): Locator => page.getByRole("region", { name: "Edit messages" });
const card = (page: Page, place: number): Locator =>
  editor(page).getByRole("listitem", { name: new RegExp(`^Message ${place}:`) });
const words = (page: Page, place: number): Locator => card(page, place).getByRole("textbox", { name: "Text" });

async function openEditor(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Edit messages" }).click();
  await expect(editor(page)).toBeVisible();
}

const THOUGHT = { type: "thinking", thinking: "Let me see.", signature: "EqQBCkYIBxgC" };
const SIGNED = [
  { type: "message_start", message: { model: "m-1", usage: { input_tokens: 3 } } },
  { type: "content_block_start", index: 0, content_block: { ...THOUGHT, signature: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: THOUGHT.signature } },
  { type: "content_block_stop", index: 0 },
  { type: "content_block_start", index: 1, content_block: { type: "text", text: "Grass is green." } },
  { type: "content_block_stop", index: 1 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 9 } },
  { type: "message_stop" },
];

test("sends roles, order and parts as edited, and keeps the old branch", async ({ page }) => {
  await signIn(page);
  const bodies = recordBodies(page);
  await ask(page, "First question");
  await openEditor(page);
  await expect(card(page, 2)).toHaveAccessibleName("Message 2: assistant");
  await words(page, 2).fill("By hand.");
  await expect(card(page, 2).getByText("changed", { exact: true })).toBeVisible();
  // A picture between two texts.
  await editor(page).getByRole("button", { name: "Add a message: user" }).click();
  await words(page, 3).fill("Before");
  const file = { name: "dot.png", mimeType: "image/png", buffer: PNG };
  await card(page, 3).getByLabel("Choose files for this message").setInputFiles(file);
  await expect(card(page, 3).getByRole("img", { name: "dot.png" })).toBeVisible();
  await card(page, 3).getByRole("button", { name: "Text", exact: true }).click();
  await words(page, 3).last().fill("After");
  await editor(page).getByRole("button", { name: "Add a message: developer" }).click();
  await words(page, 4).fill("Be brief.");
  await card(page, 4).getByRole("button", { name: "Move up" }).click();
  await expectNoOverflow(page);
  await expectNoViolations(page, "the list of messages");
  await editor(page).getByRole("button", { name: "Apply and run" }).click();
  await expect(editor(page)).toBeHidden();
  await expect(answers(page)).toHaveCount(2);
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  expect(bodies[1]?.messages).toEqual([
    { role: "user", content: "First question" },
    { role: "assistant", content: "By hand." },
    { role: "developer", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "text", text: "Before" },
        { type: "image_url", image_url: { url: `data:image/png;base64,${PNG.toString("base64")}` } },
        { type: "text", text: "After" },
      ],
    },
  ]);
  await expect(answers(page).first()).toContainText("Edited by hand");
  await answers(page).first().getByRole("button", { name: "Previous version" }).click();
  await expect(answers(page)).toHaveCount(1);
  await expect(lastResponse(page)).not.toContainText("By hand.");
});

test("edits, moves and restores a signed response by keyboard", { tag: "@desktop" }, async ({ page }) => {
  await streamEvents(page, "/v1/messages", SIGNED);
  await signIn(page, "/messages");
  const bodies: { messages: object[] }[] = [];
  onCall(page, "/v1/messages", (request) => bodies.push(request.postDataJSON()));
  await ask(page, "Why is grass green?");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.type("edit messages");
  await expect(page.getByRole("option").first()).toContainText("Edit messages");
  await page.keyboard.press("Enter");
  // The last message's words have the focus.
  await expect(words(page, 2)).toBeFocused();
  await expect(card(page, 2)).toContainText("Signed by the model");
  await page.keyboard.press("Alt+ArrowUp");
  await expect(words(page, 1)).toBeFocused();
  await expect(words(page, 1)).toHaveValue("Grass is green.");
  await expect(card(page, 1)).toContainText("expects a user message first");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(words(page, 2)).toHaveValue("Grass is green.");
  await words(page, 2).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("It is chlorophyll.");
  await expect(card(page, 2)).toContainText("is sent without its reasoning and what seals it");
  const add = editor(page).getByRole("button", { name: "Add a message: user", exact: true });
  await add.focus();
  await page.keyboard.press("Enter");
  await expect(words(page, 3)).toBeFocused();
  await page.keyboard.type("And the sky?");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(editor(page)).toBeHidden();
  await expect(answers(page)).toHaveCount(2);
  await expect
    .poll(() => bodies[1]?.messages)
    .toEqual([
      { role: "user", content: "Why is grass green?" },
      { role: "assistant", content: "It is chlorophyll." },
      { role: "user", content: "And the sky?" },
    ]);
  // The response as it came keeps its signature on its own branch.
  await answers(page).first().hover();
  await answers(page).first().getByRole("button", { name: "Previous version" }).click();
  await ask(page, "More");
  expect(bodies[2]?.messages[1]).toEqual({
    role: "assistant",
    content: [THOUGHT, { type: "text", text: "Grass is green." }],
  });
});

test("reports invalid messages in place, and keeps edits on Esc", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page, "/generate-content", "image-model-a");
  await openEditor(page);
  await expect(editor(page).getByRole("button", { name: "Apply and run" })).toBeDisabled();
  await editor(page).getByRole("button", { name: "Add a message: user", exact: true }).click();
  await expect(card(page, 1)).toContainText("This message is empty");
  // The menu of roles takes Esc for itself, and hands the focus back.
  const role = card(page, 1).getByRole("button", { name: "Role of message 1: user" });
  await role.click();
  await expect(page.getByRole("menuitemradio", { name: "user", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitemradio", { name: "user", exact: true })).toBeHidden();
  await expect(role).toBeFocused();
  await words(page, 1).focus();
  await page.keyboard.type("Hello");
  await expect(card(page, 1)).not.toContainText("This message is empty");
  await editor(page).getByRole("button", { name: "Add a message: user: functionResponse" }).click();
  await expect(card(page, 2)).toContainText("doesn’t match an earlier tool call");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).press("Enter");
  await expect(words(page, 1)).toHaveValue("Hello");
  await card(page, 2).getByRole("button", { name: "Remove message" }).click();
  await editor(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(editor(page)).toBeHidden();
  await expect(composer(page)).toBeFocused();
});

test("regenerates by another model, branches, and restores deleted messages", {
  tag: "@desktop",
}, async ({ page }) => {
  await signIn(page);
  const bodies = recordBodies(page);
  await ask(page, "What is Parlance?");
  await lastResponse(page).getByRole("button", { name: "Use another model" }).click();
  await page.getByRole("menuitem", { name: "Another model…" }).click();
  await page.getByRole("combobox", { name: "Search models" }).fill("sandbox/echo");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await expect(lastResponse(page)).toContainText("2/2");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete");
  expect(bodies.map(({ model }) => model)).toEqual(["sandbox/guide", "sandbox/echo"]);
  await expect(lastResponse(page).getByTestId("metrics")).toContainText("sandbox/echo");
  await page.getByRole("button", { name: "Previous version" }).click();
  await expect(lastResponse(page).getByTestId("metrics")).toContainText("sandbox/guide");

  const menu = lastResponse(page).getByRole("button", { name: "Message actions" });
  await menu.click();
  await page.getByRole("menuitem", { name: "Delete this version" }).click();
  await expect(lastResponse(page)).toContainText("What is Parlance?");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(lastResponse(page).getByTestId("metrics")).toContainText("sandbox/guide");

  const before = page.url();
  await menu.click();
  await page.getByRole("menuitem", { name: "Branch into a new conversation" }).click();
  await expect(page).not.toHaveURL(before);
  await expect(answers(page)).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Previous version" })).toHaveCount(0);
  await openHistory(page);
  await expect(page.getByRole("button", { name: "What is Parlance?", exact: true })).toHaveCount(2);
});
