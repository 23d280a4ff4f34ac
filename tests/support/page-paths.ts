import { PAGES } from "#components/shell/pages.ts";

/** Every page, the way in included. */
export const PAGE_PATHS: readonly string[] = [
  ...PAGES.map(({ path }) => path),
  "/sign-in",
  "/live/0123456789abcdef",
  "/docs/streaming",
  "/docs/api",
];
