/** Bodies of `/api/session` and `/api/session/links`. */
import { z } from "zod";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { queryNumber } from "#lib/contract/wire-schema.ts";

export const signInSchema = z
  .union([
    z.strictObject({ key: z.string().min(1).max(512).describe("An API key.") }),
    z.strictObject({ token: z.string().min(1).max(512).describe("The token of the printed sign-in link.") }),
  ])
  .meta({ id: "SignInRequest" });

export const signInLinkSchema = z
  .looseObject({
    path: z.string().describe("Path and fragment of the link, to open at the gateway's address."),
    expires_at: z.int().describe("Unix milliseconds."),
  })
  .meta({ id: "SignInLink", description: "A link that signs one browser in, once." });

export const sessionsQuery = z.strictObject({
  all: z.enum(["true", "false"]).optional().describe("`true`: sessions of all keys and people, for admins."),
  owner: z.string().min(1).max(300).optional().describe("Only sessions of this key or person, by its id."),
  limit: queryNumber(1, 200).default(50).describe("Limit on the sessions of a page."),
  cursor: z
    .string()
    .regex(/^\d{1,15}\.[0-9a-f]{32}$/, { error: fieldRules.nextCursor })
    .optional()
    .describe("The `next_cursor` of the page before."),
});

export type SignInLink = z.infer<typeof signInLinkSchema>;
