/** Client of `/api/people`. */
import type { Person, PersonRole } from "#lib/contract/person.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";

export type PersonChange = { role?: PersonRole | null; disabled?: boolean };

/** @throws RequestFailed */
export async function changePerson(id: string, change: PersonChange): Promise<Person> {
  const response = await callGateway(`/api/people/${encodeURIComponent(id)}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(change),
  });
  return (await requireGood(response)).json();
}
