import type { Locator, Page } from "@playwright/test";

/** The wire drawer: a region at the bottom, on phones a sheet. */
export const inspector = (page: Page): Locator =>
  page.getByRole("region", { name: "Wire", exact: true }).or(page.getByRole("dialog", { name: "Wire", exact: true }));
