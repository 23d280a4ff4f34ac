import { PAGES } from "#components/shell/pages.ts";

/** Every page, the way in included. */
export const PAGE_PATHS: readonly string[] = [
  ...PAGES.map(({ path }) => path),
  "/sign-in",
  "/docs/streaming",
  "/docs/api",
];
