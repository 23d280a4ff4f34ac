/**
 * `test` for the page tests. A context for each would load and compile the pages' scripts anew, which is half of what
 * a short test costs: those of a worker share one instead, and each finds it as empty as a new one.
 */
import {
  type Browser,
  type BrowserContext,
  test as base,
  type CDPSession,
  type ConsoleMessage,
  expect,
  type Page,
} from "@playwright/test";

type SharedContext = {
  context: BrowserContext;
  /** Stays open, so that the renderer with the compiled scripts does; no test sees it. */
  keeper: Page;
  devtools: CDPSession;
};

/** A worker has one browser and runs one project, so the options of its contexts are always the same. */
const contexts = new WeakMap<Browser, Promise<SharedContext>>();

/** All that a page can keep but the HTTP cache and the compiled scripts. */
const STORAGE = "local_storage,indexeddb,cache_storage,service_workers,file_systems,interest_groups,shared_storage";

export const test = base.extend({
  /** Not for `test.use` of other options than the project's: they would be left out. */
  context: async ({ browser, baseURL }, use) => {
    if (baseURL === undefined) throw new Error("playwright.config.ts has no baseURL");
    const opening = contexts.get(browser) ?? openShared(browser, baseURL);
    contexts.set(browser, opening);
    const shared = await opening;
    // Before a test and not after it: what the pages of the last one wrote as they closed has arrived by now.
    await empty(shared, baseURL);
    const violations: string[] = [];
    const onConsole = (message: ConsoleMessage) => {
      if (/Content Security Policy|Permissions-Policy/i.test(message.text())) violations.push(message.text());
    };
    shared.context.on("console", onConsole);
    await use(shared.context);
    shared.context.off("console", onConsole);
    for (const page of shared.context.pages()) if (page !== shared.keeper) await page.close();
    expect(violations, "what the pages' policies kept them from").toEqual([]);
  },
});

async function openShared(browser: Browser, baseURL: string): Promise<SharedContext> {
  const context = await browser.newContext();
  // Requests that are only counted would be among those that tests record; next-request.spec.ts switches them on.
  await context.addInitScript(() => {
    try {
      localStorage.setItem("parlance.count-while-typing", "off");
    } catch {
      // A page without storage has no message field.
    }
  });
  const keeper = await context.newPage();
  await keeper.goto(`${baseURL}/healthz`);
  return { context, keeper, devtools: await context.newCDPSession(keeper) };
}

async function empty({ context, devtools }: SharedContext, baseURL: string): Promise<void> {
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
  await devtools.send("Storage.clearDataForOrigin", { origin: new URL(baseURL).origin, storageTypes: STORAGE });
}
