/** Client of `/api/people`. */
import type { Person, PersonRole } from "#lib/contract/person.ts";
import { callJson } from "#lib/playground/gateway/call-json.ts";

export type PersonChange = { role?: PersonRole | null; disabled?: boolean };

/** @throws RequestFailed */
export function changePerson(id: string, change: PersonChange): Promise<Person> {
  return callJson("PATCH", `/api/people/${encodeURIComponent(id)}`, { body: change });
}
