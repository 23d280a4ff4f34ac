/** Errors of shared pages and links. */
import { defineErrors } from "./define-errors.ts";
import { count } from "./wording.ts";

const TOO_LARGE = { status: 413, code: "page_too_large", param: "page" } as const;
const PUBLIC_OFF = { status: 403, code: "public_shares_off", param: "public" } as const;

export const shareErrors = defineErrors({
  shareNotFound: {
    status: 404,
    code: "share_not_found",
    message: "Share not found. It may have been deleted or be more than 30 days old.",
  },
  shareOfAnotherKey: {
    status: 403,
    code: "not_the_owner",
    message: "This share belongs to another key. Delete it with that key or with an admin key.",
  },
  publicSharesOff: {
    ...PUBLIC_OFF,
    message: "`public` must be false: public pages are turned off. Share the page with people who have a key.",
  },
  publicSharesNeedScope: {
    ...PUBLIC_OFF,
    message:
      "`public` needs a key with the `publish` scope. Use another key, or share the page with people who have one.",
  },
  pageTooLong: {
    ...TOO_LARGE,
    message: ({ limit, got }: { /** In characters. */ limit: number; got: number }) =>
      `\`page\` must contain at most ${count(limit)} characters without its pictures; got ${count(got)}. Share less.`,
    sample: { limit: 4_000_000, got: 5_000_000 },
  },
  pageTooManyPictures: {
    ...TOO_LARGE,
    message: ({ limit, got }: { limit: number; got: number }) =>
      `\`page\` must contain at most ${count(limit)} pictures; got ${count(got)}. Share less.`,
    sample: { limit: 500, got: 501 },
  },
});
