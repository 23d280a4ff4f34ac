/** OpenAPI operations of `/api/people`. */
import { z } from "zod";
import { PERSON_ROLES, type PersonList } from "#lib/contract/person.ts";
import { describeQueryParameters } from "#lib/openapi/describe-query-parameters.ts";
import { JSON_ERRORS, KEY_ERRORS, READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, json, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";
import { peopleQuery, updatePersonSchema } from "./schema.ts";

const personSchema = z
  .looseObject({
    object: z.literal("person"),
    id: z.string().describe("Also the key of the person's requests in the log."),
    name: z.string(),
    email: z.string().nullable(),
    role: z.enum(PERSON_ROLES),
    team: z.string().nullable().describe("Group of keys whose limits the person shares."),
    fixed_role: z.enum(PERSON_ROLES).nullable().describe("Role that was set here; null for the provider's."),
    fixed_team: z.string().nullable().describe("Team that was set here; null for the provider's."),
    state: z
      .enum(["active", "disabled", "ended"])
      .describe("`ended`: the provider refuses to renew the sign-in, until the person signs in again."),
    created_at: z.int(),
    last_seen_at: z.int().nullable(),
    verified_at: z.int().describe("Last sign-in or renewal by the provider."),
    sessions: z.int(),
    keys: z.int(),
  })
  .meta({ id: "Person" });

const listSchema = z
  .looseObject({
    object: z.literal("list"),
    data: z.array(personSchema),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
    teams: z.array(z.string()).describe("Groups of the config file."),
  })
  .meta({ id: "PersonList" }) satisfies z.ZodType<PersonList>;

const ADMIN_ONLY = 'Needs a key with the scope "admin", or a browser of an admin.';

export const listPeople: Operation = {
  id: "listPeople",
  tag: TAGS.people,
  summary: "List people",
  description: `People who have signed in through the identity provider, the latest first. ${ADMIN_ONLY}`,
  key: "bearer",
  parameters: describeQueryParameters(peopleQuery),
  replies: { 200: { description: "A page of people.", content: json(listSchema) } },
  errors: READ_ERRORS,
};

export const updatePerson: Operation = {
  id: "updatePerson",
  tag: TAGS.people,
  summary: "Change a person",
  description: `Sets the role or the team, or disables the person: sessions and keys then end on every instance within seconds. The last admin stays. ${ADMIN_ONLY}`,
  key: "bearer",
  parameters: [pathParameter("person_id", "Id of the person.", "person_1")],
  body: json(updatePersonSchema, { disable: example("Disable a person", { disabled: true }) }),
  replies: { 200: { description: "The person.", content: json(personSchema) } },
  errors: [...KEY_ERRORS, ...JSON_ERRORS, "personNotFound", "lastAdmin"],
};
