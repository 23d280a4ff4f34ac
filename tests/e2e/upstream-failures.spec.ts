/** The pages on a failing upstream: no text is lost, and the page says what to do next. */
import { expect } from "@playwright/test";
import { closePanel, composer, lastResponse, openPanel, PNG, send } from "./chat-page.ts";
import { test } from "./page-test.ts";
import { framesOf, openWith, paced, refusal, saying, scriptResponse, TEXT_PAGES } from "./scripted.ts";

const HOUR = 3_600_000;

/** A rate limit that frees up in some seconds, by a clock that is an hour fast. */
function limited(seconds = 3) {
  const itsNow = Date.now() + HOUR;
  const until = itsNow + seconds * 1000;
  const headers = { date: new Date(itsNow).toUTCString(), "retry-after": new Date(until).toUTCString() };
  return refusal(429, { message: "Slow down, please.", type: "rate_limit_error" }, headers);
}

for (const { name, translated } of TEXT_PAGES) {
  test(`${name}: keeps a message and its file over upstream failures`, { tag: "@desktop" }, async ({ page }) => {
    const dialect = translated === "stub-messages" ? "anthropic-messages" : "openai-chat";
    const frames = framesOf(dialect, saying("All is well that ends well."));
    const script = await scriptResponse(
      refusal(400, { message: "No temperature with this model.", param: "temperature", code: "unsupported_parameter" }),
      refusal(500, { message: "The disk is full.", type: "server_error" }),
    );
    await openWith(page, { name, model: `${translated}/${script.id}` });
    await openPanel(page);
    await page.getByRole("textbox", { name: "Temperature" }).fill("1");
    await closePanel(page);
    await composer(page).fill("What is in the picture?");
    await page.locator("input[type=file]").first().setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PNG });
    const file = page.getByRole("button", { name: "Remove a.png" });
    await expect(file).toBeAttached();
    const describeMetric = (text: string) => page.getByRole("alert").filter({ hasText: text });
    const asked = page.getByRole("article", { name: "You" });
    const nothingLost = async () => {
      await expect(asked).toContainText("What is in the picture?");
      await expect(asked.getByRole("img", { name: "a.png" })).toBeAttached();
      // It is in one place: what Enter would send is something new.
      await expect(composer(page)).toHaveValue("");
      await expect(file).toBeHidden();
    };

    await composer(page).press("Enter");
    const removal = page.getByRole("button", { name: "Remove temperature and retry" });
    await expect(describeMetric("No temperature with this model.")).toContainText("400");
    await nothingLost();
    await page.getByRole("button", { name: "Change temperature" }).click();
    await expect(page.locator('[data-parameter="temperature"]')).toContainText("No temperature with this model.");
    await closePanel(page);
    await removal.click();

    const card = describeMetric("The disk is full.");
    await expect(card).toContainText("500");
    await expect(card).toContainText(`Message from ${translated}:`);
    await expect(card).toContainText("Retry or choose another model.");
    await nothingLost();

    await script.answer(limited(), { steps: [...paced(frames.slice(0, 4)), { after: 50, cut: true }] });
    await card.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("button", { name: "Cancel the automatic retry" }).click();
    await expect(page.getByRole("button", { name: /Retry in [123] s/ })).toBeDisabled();
    await expect(describeMetric("Slow down, please.")).toContainText("429");
    await nothingLost();
    await page.getByRole("button", { name: "Retry", exact: true }).click();

    await expect(lastResponse(page)).toHaveAttribute("data-state", "failed");
    await expect(lastResponse(page)).toContainText("All");
    await expect(describeMetric("The partial response is saved")).toBeVisible();
    await script.answer({ steps: paced(frames) });
    await page.getByRole("button", { name: "Retry", exact: true }).click();
    await expect(lastResponse(page)).toHaveAttribute("data-state", "complete");
    await expect(lastResponse(page)).toContainText("All is well that ends well.");
    await expect(asked).toHaveCount(1);

    const bodies = (await script.requests()).map(({ body }) => body);
    expect(bodies.map((body) => Object.hasOwn(Object(body), "temperature"))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    for (const body of bodies) expect(JSON.stringify(body)).toContain(PNG.toString("base64"));
  });
}

test("retries a rate-limited request automatically", { tag: "@desktop" }, async ({ page }) => {
  const frames = framesOf("openai-chat", saying("There is room again."));
  const script = await scriptResponse(limited(1), { steps: paced(frames) });
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  await send(page, "Is there room?");
  await expect(lastResponse(page)).toContainText("There is room again.");
  await expect(page.getByRole("alert").filter({ hasText: "Slow down" })).toHaveCount(0);
  expect(await script.requests()).toHaveLength(2);
});

test("reports an unreachable upstream and an unreachable gateway", { tag: "@desktop" }, async ({ page }) => {
  await openWith(page, { name: "chat", model: "stub-refused/any" });
  await send(page, "Is anybody there?");
  const card = page.getByRole("alert").filter({ hasText: /Couldn’t reach|could not be reached/ });
  await expect(card).toContainText("502");
  await expect(card).toContainText("Check its base URL");
  await expect(page.getByRole("article", { name: "You" })).toContainText("Is anybody there?");

  await page.context().setOffline(true);
  await card.getByRole("button", { name: "Retry" }).click();
  const offline = page.getByRole("alert").filter({ hasText: "No connection to the gateway" });
  await expect(offline).toContainText("Message from this page:");
  await expect(offline).toContainText("Your message is saved.");
  await expect(page.getByRole("article", { name: "You" })).toContainText("Is anybody there?");
  await expect(composer(page)).toHaveValue("");
});
