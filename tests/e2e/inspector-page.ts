import type { Locator, Page } from "@playwright/test";

/** The wire drawer: a region at the bottom, on phones a sheet. */
export const inspector = (page: Page): Locator =>
  page
    .getByRole("region", { name: "Inspector", exact: true })
    .or(page.getByRole("dialog", { name: "Inspector", exact: true }));
