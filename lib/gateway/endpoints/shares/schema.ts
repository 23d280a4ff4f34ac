/** Request bodies of `POST /api/shares`. */
import { z } from "zod";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { givenPageSchema } from "#lib/contract/shared-page.ts";

/** Limit in characters, which are bytes here. */
export const LARGEST_SHARE = 1_000_000;

export const createShareSchema = z
  .strictObject({
    payload: z
      .string()
      .max(LARGEST_SHARE)
      .regex(/^\d+\.[A-Za-z0-9_-]+$/, { error: fieldRules.sharePayload })
      .describe("The part of a playground link after `#s=`: deflated text, at most 1 MB."),
  })
  .meta({ id: "CreateShareRequest", description: "The contents of a link." });

export const createPageSchema = z
  .strictObject({
    page: givenPageSchema,
    public: z
      .boolean()
      .optional()
      .describe(
        "Whether anyone who has the address may read it, without a key; needs the scope `publish` or `admin`. False where it is absent.",
      ),
  })
  .meta({ id: "CreateSharedPageRequest", description: "A conversation, to be stored as a page to read." });
