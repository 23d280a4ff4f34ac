/** Journey through a real identity provider: sign-in, own keys and sessions, and how an admin ends access. */
import { expect, type Page } from "@playwright/test";
import { freePort } from "#tests/support/free-port.ts";
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type IdentityProvider,
  startIdentityProvider,
} from "#tests/support/identity-provider.ts";
import { composer } from "./chat-page.ts";
import { type EmptyGateway, startEmptyGateway } from "./empty-gateway.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

async function withProvider(work: (gateway: EmptyGateway, provider: IdentityProvider) => Promise<void>): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const provider = await startIdentityProvider({ gateway: () => url });
  provider.people.set("ann", { name: "Ann Admin", email: "ann@acme.test", groups: ["admins"] });
  provider.people.set("mia", { name: "Mia Member", email: "mia@acme.test", groups: [], team: "blue" });
  const gateway = await startEmptyGateway({
    port,
    environment: { ACME_CLIENT_SECRET: CLIENT_SECRET },
    config: {
      publicUrl: url,
      keys: { groups: { blue: {} } },
      oidc: {
        ...{ name: "Acme", issuer: provider.issuer, clientId: CLIENT_ID, clientSecretEnv: "ACME_CLIENT_SECRET" },
        ...{ scopes: ["profile", "email", "groups"], roleClaim: "groups", roles: { admins: "admin" } },
        ...{ defaultRole: "member", teamClaim: "team" },
      },
    },
  });
  try {
    await work(gateway, provider);
  } finally {
    await gateway.close();
    await provider.stop();
  }
}

async function signIn(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/chat`);
  await page.getByRole("button", { name: "Sign in with Acme" }).click();
  await page.getByRole("button", { name: `Continue as ${name}` }).click();
  await expect(composer(page)).toBeVisible();
}

test("signs in through the provider, makes a key, and ends a session", async ({ page, browser }) => {
  test.setTimeout(90_000);
  await withProvider(async ({ url }) => {
    await page.goto(`${url}/sign-in`);
    await expect(page.getByRole("button", { name: "Sign in with Acme" })).toBeVisible();
    await expectNoOverflow(page);
    await expectNoViolations(page, "the sign-in page with a provider");
    await signIn(page, url, "Mia Member");
    const other = await browser.newPage();
    await signIn(other, url, "Mia Member");

    await page.goto(`${url}/account`);
    await expect(page.getByText("mia@acme.test · Role: member · Team: blue")).toBeVisible();
    await page.getByLabel("Name of the new key").fill("Laptop");
    await page.getByLabel("Name of the new key").press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "Copy the key “Laptop” now" })).toBeVisible();
    await expect(page.getByRole("table", { name: "My keys" })).toContainText("Laptop");
    await expectNoOverflow(page);
    await expectNoViolations(page, "the account with a key");
    const sessions = page.getByRole("table", { name: "Sessions" });
    await expect(sessions).toContainText("This browser");
    await expect(sessions).toContainText(/Chrome on (?:Linux|Android)/);
    await sessions.getByRole("button", { name: /End session/ }).press("Enter");
    await expect(sessions.getByRole("button", { name: /End session/ })).toHaveCount(0);
    await other.reload();
    await other.waitForURL("**/sign-in**");
    await other.context().close();
  });
});

test("an admin disables a person, whose browser is signed out, and finds it in the audit log", async ({
  page,
  browser,
}) => {
  test.setTimeout(90_000);
  await withProvider(async ({ url }) => {
    const member = await browser.newPage();
    await signIn(member, url, "Mia Member");
    await signIn(page, url, "Ann Admin");
    await page.goto(`${url}/people`);
    const row = page.getByRole("table", { name: "People" }).getByRole("row").filter({ hasText: "Mia Member" });
    await expect(row).toContainText("mia@acme.test");
    await expectNoOverflow(page);
    await expectNoViolations(page, "the people");
    await row.getByRole("button", { name: "Disable Mia Member" }).press("Enter");
    await expect(row).toContainText("Disabled");
    await expect
      .poll(async () => (await member.request.get(`${url}/api/session`)).status(), { timeout: 10_000 })
      .toBe(401);
    await member.goto(`${url}/sign-in`);
    await member.getByRole("button", { name: "Sign in with Acme" }).click();
    await expect(member.getByRole("alert").filter({ hasText: "disabled" })).toBeVisible();
    await expectNoViolations(member, "a refused sign-in");
    await member.context().close();

    await page.getByRole("row").filter({ hasText: "Ann Admin" }).getByRole("button", { name: "Disable" }).click();
    await expect(page.getByText("No other admin who may sign in would be left.")).toBeVisible();
    // On a phone it would lie over the links of the next page.
    await page.getByRole("alert").getByRole("button", { name: "Close the notification" }).click();

    await page.getByRole("link", { name: "Audit log" }).filter({ visible: true }).first().click();
    await page.waitForURL("**/audit");
    const log = page.getByRole("table", { name: "Audit log" });
    await expect(log).toContainText("Changed a person");
    await expect(log).toContainText("disabled: true");
    await expectNoOverflow(page);
    await expectNoViolations(page, "the audit log");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("audit-log.csv");
  });
});
