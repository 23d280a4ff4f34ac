/** Guarantee of `page-test.ts`: tests of a worker share a context, and none sees what another left in it. */
import { expect, type Page } from "@playwright/test";
import { ADMIN_KEY } from "./chat-page.ts";
import { test } from "./page-test.ts";

// The tests run in one worker, one after the other.
test.describe.configure({ mode: "serial" });

/** Returns a page's content of every place that can store data. */
const kept = (page: Page) =>
  page.evaluate(async () => ({
    // Every page of the context is given this one.
    local: Object.keys(localStorage).filter((name) => name !== "parlance.count-while-typing"),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    clipboard: (await navigator.permissions.query({ name: "clipboard-read" as PermissionName })).state,
    scripted: "scripted" in window,
  }));

const NOTHING = { local: [], session: [], databases: [], caches: [], clipboard: "prompt", scripted: false };

test("a test that leaves something everywhere", { tag: "@desktop" }, async ({ page, context }) => {
  await page.request.post("/api/session", { data: { key: ADMIN_KEY } });
  await context.grantPermissions(["clipboard-read"]);
  await page.addInitScript(() => Object.assign(window, { scripted: true }));
  await page.goto("/icon.svg");
  await page.evaluate(async () => {
    localStorage.setItem("left", "here");
    sessionStorage.setItem("left", "here");
    await caches.open("left");
    await new Promise((resolve) => indexedDB.open("left").addEventListener("success", resolve));
  });
  const left = { local: ["left"], session: ["left"], databases: ["left"], caches: ["left"] };
  expect(await kept(page)).toEqual({ ...left, clipboard: "granted", scripted: true });
  expect(await context.cookies()).toHaveLength(1);
  await context.route("**/icon.svg", (route) => route.abort());
  await context.setOffline(true);
});

test("is followed by one that finds nothing of it", { tag: "@desktop" }, async ({ page, context }) => {
  expect(await context.cookies()).toEqual([]);
  await page.goto("/icon.svg");
  expect(await kept(page)).toEqual(NOTHING);
});
