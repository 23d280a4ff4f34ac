/** Query and body of `/api/people`. */
import { z } from "zod";
import { GROUP_NAME } from "#lib/config/key-rules.ts";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { PERSON_ROLES } from "#lib/contract/person.ts";
import { queryNumber } from "#lib/contract/wire-schema.ts";

export const CURSOR = /^(\d{1,15})\.(person_[0-9a-f]{1,40})$/;

export const peopleQuery = z.strictObject({
  limit: queryNumber(1, 200).default(50).describe("Limit on the people of a page."),
  cursor: z
    .string()
    .regex(CURSOR, { error: fieldRules.nextCursor })
    .optional()
    .describe("The `next_cursor` of the page before."),
});

export const updatePersonSchema = z
  .strictObject({
    role: z
      .enum(PERSON_ROLES)
      .nullable()
      .optional()
      .describe("Role in place of the one that the provider's claims give; null for that one."),
    team: z
      .string()
      .regex(GROUP_NAME, { error: fieldRules.keyGroup })
      .nullable()
      .optional()
      .describe("Team in place of the provider's; null for that one."),
    disabled: z.boolean().optional().describe("True ends all sessions and keys of the person until it is false again."),
  })
  .meta({ id: "UpdatePersonRequest", description: "The fields to change." });
