/** `/api/people`: people who sign in through the identity provider, for admins. */
import type { z } from "zod";
import type { Person, PersonList } from "#lib/contract/person.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { listChanges } from "#lib/gateway/request/audit.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";
import { getRole, getTeam, type PersonRecord } from "#lib/store/people/person-record.ts";
import * as operations from "./openapi.ts";
import { CURSOR, peopleQuery, updatePersonSchema } from "./schema.ts";

const LARGEST_BODY = 4_096;

async function listPeople({
  services,
  query: { limit, cursor },
}: RequestContext<Services, z.output<typeof peopleQuery>>): Promise<EndpointResponse> {
  const { store, settings } = services;
  const [, createdAt, id] = CURSOR.exec(cursor ?? "") ?? [];
  const found = await store.people.list({
    limit: limit + 1,
    ...(createdAt && id ? { after: { createdAt: Number(createdAt), id } } : {}),
  });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const list: PersonList = {
    object: "list",
    data: await describe(page, services),
    has_more: last !== undefined,
    next_cursor: last ? `${last.createdAt}.${last.id}` : null,
    teams: Object.keys(settings.keys.groups),
  };
  return createJsonResponse(list);
}

async function updatePerson(context: RequestContext): Promise<EndpointResponse> {
  const { request, services, params } = context;
  const id = params.person_id ?? "";
  const { value } = await readJson(request, LARGEST_BODY);
  const { role, team, disabled } = validate(updatePersonSchema, value);
  const { people } = services.store;
  const before = await people.find(id);
  if (!before) throw errors.personNotFound({ id });
  const after = await people.change(id, {
    ...(role === undefined ? {} : { fixedRole: role }),
    ...(team === undefined ? {} : { fixedTeam: team }),
    ...(disabled === undefined ? {} : { disabledAt: disabled ? (before.disabledAt ?? services.store.now()) : null }),
  });
  if (after === "last-admin") throw errors.lastAdmin();
  if (!after) throw errors.personNotFound({ id });
  services.keyRing.forgetPeople();
  const changes = listChanges(toAudited(before), toAudited(after));
  if (changes.length > 0) await services.audit.record(context, { action: "person.update", target: after, changes });
  const [person] = await describe([after], services);
  return createJsonResponse(person);
}

function toAudited(person: PersonRecord): object {
  const { fixedRole, fixedTeam, disabledAt } = person;
  return {
    ...{ role: getRole(person), team: getTeam(person), fixed_role: fixedRole, fixed_team: fixedTeam },
    disabled: disabledAt === null ? null : true,
  };
}

async function describe(people: readonly PersonRecord[], { store }: Services): Promise<Person[]> {
  const counts = await store.people.count(people.map(({ id }) => id));
  return people.map((person) => {
    const { id, name, email, fixedRole, fixedTeam, createdAt, lastSeenAt, verifiedAt, disabledAt, endedAt } = person;
    return {
      object: "person",
      ...{ id, name, email, role: getRole(person), team: getTeam(person) },
      ...{ fixed_role: fixedRole, fixed_team: fixedTeam },
      state: disabledAt !== null ? "disabled" : endedAt !== null ? "ended" : "active",
      ...{ created_at: createdAt, last_seen_at: lastSeenAt, verified_at: verifiedAt },
      ...(counts.get(id) ?? { sessions: 0, keys: 0 }),
    };
  });
}

export const peopleEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/people",
    scope: "admin",
    query: peopleQuery,
    operation: operations.listPeople,
    handle: listPeople,
  }),
  defineEndpoint({
    method: "PATCH",
    path: "/api/people/{person_id}",
    scope: "admin",
    operation: operations.updatePerson,
    handle: updatePerson,
  }),
];
