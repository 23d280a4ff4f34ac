/** `package-lock.json` as data, and what is wrong with its entries. */
import { z } from "zod";

/** The only address that an entry may name; without one, npm takes the registry that is configured. */
const PUBLIC_REGISTRY = "https://registry.npmjs.org/";
/** One or more hashes, of which npm takes the strongest. */
const STRONG_HASH = /(?:^|\s)sha512-[A-Za-z0-9+/]{86}==(?:\s|$)/;

const entrySchema = z.looseObject({
  /** The package's own name, where an alias has another. */
  name: z.string().optional(),
  version: z.string().optional(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  link: z.boolean().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
});

const lockSchema = z.looseObject({
  lockfileVersion: z.literal(3),
  packages: z.record(z.string(), entrySchema),
});

export type LockEntry = z.infer<typeof entrySchema> & {
  /** Its folder from the root: `node_modules/a/node_modules/b`. */
  folder: string;
};

/** @returns the entries of all packages, without the project itself */
export function readLockFile(text: string): LockEntry[] {
  const { packages } = lockSchema.parse(JSON.parse(text));
  return Object.entries(packages).flatMap(([folder, entry]) => (folder === "" ? [] : [{ ...entry, folder }]));
}

export function readName({ name, folder }: LockEntry): string {
  return name ?? folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** @returns one sentence for each entry that npm could not verify, or would fetch from elsewhere than the registry */
export function findWeakEntries(entries: readonly LockEntry[]): string[] {
  return entries.flatMap(({ folder, integrity, resolved, link, version }) => [
    ...(link ? [`${folder} is a link to a folder, not a package of the registry.`] : []),
    ...(version === undefined ? [`${folder} has no version.`] : []),
    ...(STRONG_HASH.test(integrity ?? "") ? [] : [`${folder} has no SHA-512 integrity hash.`]),
    ...(resolved === undefined || resolved.startsWith(PUBLIC_REGISTRY)
      ? []
      : [`${folder} is fetched from ${resolved}, not from ${PUBLIC_REGISTRY}.`]),
  ]);
}
