import { listChanges } from "#lib/gateway/request/audit.ts";
import { getRole, getTeam, type PersonRecord } from "#lib/store/people/person-record.ts";

/** Returns the fields of a person that the audit log compares. */
export function listPersonChanges(before: PersonRecord | undefined, after: PersonRecord) {
  const toAudited = (person: PersonRecord) => ({
    ...{ name: person.name, email: person.email, role: getRole(person), team: getTeam(person) },
    disabled: person.disabledAt === null ? null : true,
  });
  return listChanges(before && toAudited(before), toAudited(after));
}
