/** Cassettes: recorded requests as JSON files of a folder, one file for each. */
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RequestRecord } from "#lib/contract/request-record.ts";
import { errors } from "#lib/http/errors.ts";
import { cassetteSchema } from "./cassette-schema.ts";

const ENDING = ".json";
/** A file's name without folders, so that no name leads out of the folder. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;
/** Limit on the listed files. Others play too. */
const MOST_LISTED = 500;
const LARGEST_BYTES = 256 * 1024 * 1024;

/** Returns the names of the cassettes, in the order of the alphabet; none without the folder. */
export function listCassettes(folder: string): string[] {
  try {
    const names = readdirSync(folder)
      .filter((file) => file.endsWith(ENDING))
      .map((file) => file.slice(0, -ENDING.length));
    return names
      .filter((name) => NAME.test(name))
      .sort()
      .slice(0, MOST_LISTED);
  } catch {
    return [];
  }
}

/** Reads a cassette anew each time, so that an edited file counts at once. @throws GatewayError 404, 502 */
export async function readCassette(
  folder: string,
  { upstream, name }: { upstream: string; name: string },
): Promise<RequestRecord> {
  let text: string | undefined;
  if (NAME.test(name)) text = await readFile(join(folder, name + ENDING), "utf8").catch(() => undefined);
  if (text === undefined) {
    throw errors.cassetteNotFound({ provider: upstream, name, known: listCassettes(folder).slice(0, 5) });
  }
  return parseCassette(text, { upstream, name });
}

/** @throws GatewayError 502 that names the field of a file that is no cassette */
function parseCassette(text: string, { upstream, name }: { upstream: string; name: string }): RequestRecord {
  if (text.length > LARGEST_BYTES) throw errors.cassetteInvalid({ provider: upstream, name, problem: "is too large" });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw errors.cassetteInvalid({ provider: upstream, name, problem: "is not JSON" });
  }
  const result = cassetteSchema.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const problem = `has a wrong value at \`${issue?.path.join(".") || "the top"}\`: ${issue?.message ?? ""}`;
  throw errors.cassetteInvalid({ provider: upstream, name, problem });
}
