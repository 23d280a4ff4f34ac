import { AUTHORIZED } from "./gateway.ts";

export type TestKey = { id: string; secret: string };

/** Creates an API key over HTTP. @param fields of the request; a name is added */
export async function createKey({ url }: { url: string }, fields: object = {}): Promise<TestKey> {
  const body = JSON.stringify({ name: "App", ...fields });
  const response = await fetch(`${url}/api/keys`, { method: "POST", headers: AUTHORIZED, body });
  if (response.status !== 201) throw new Error(`No key was created: ${await response.text()}`);
  return (await response.json()) as TestKey;
}
