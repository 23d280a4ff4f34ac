/**
 * `npm run licences`: prints the licences of all production dependencies, those of other platforms included. Exit
 * status 1 when one is unknown or not allowed, or when an installed package states another licence than the lock file.
 * `-- --texts` prints the licence texts of the installed packages too, as a file of notices for whoever ships the
 * product.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findObjection, type LicensedPackage, readLicence } from "./licence-rules.ts";
import { type LockEntry, readLockFile, readName } from "./lock-file.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const LICENCE_FILE = /^(?:licen[cs]e|notice|copying|ofl)(?:[.-].*)?$/i;

const { values } = parseArgs({ options: { texts: { type: "boolean", default: false } } });
const entries = readLockFile(readFileSync(join(root, "package-lock.json"), "utf8")).filter(({ dev }) => !dev);
const packages = entries.map(describe);

const byLicence = Map.groupBy(packages, (subject) => readLicence(subject) ?? "unknown");
for (const [licence, group] of [...byLicence].toSorted(([, a], [, b]) => b.length - a.length)) {
  const names = [...new Set(group.map(({ name, version }) => `${name} ${version}`))].toSorted();
  console.log(`${licence} (${names.length})\n  ${names.join("\n  ")}\n`);
}
if (values.texts) for (const entry of entries) printTexts(entry);

const objections = [
  ...packages.flatMap((subject) => {
    const reason = findObjection(subject);
    return reason ? [`${subject.name} ${subject.version} ${reason}.`] : [];
  }),
  ...entries.flatMap(findDisagreement),
];
for (const objection of objections) console.error(objection);
const verdict = objections.length === 0 ? "all are allowed" : `${objections.length} not allowed`;
console.error(`${packages.length} production dependencies: ${verdict}.`);
if (objections.length > 0) process.exitCode = 1;

function describe(entry: LockEntry): LicensedPackage {
  return { name: readName(entry), version: entry.version ?? "", licence: entry.license };
}

/** The lock file repeats what the registry said of a package; the package itself may say otherwise. */
function findDisagreement(entry: LockEntry): string[] {
  const manifest = join(root, entry.folder, "package.json");
  if (!existsSync(manifest)) return [];
  const { license } = JSON.parse(readFileSync(manifest, "utf8")) as { license?: string | { type?: string } };
  const stated = typeof license === "object" ? license.type : license;
  if (stated === entry.license) return [];
  return [`${readName(entry)} ${entry.version} states "${stated}"; the lock file has "${entry.license}".`];
}

function printTexts(entry: LockEntry): void {
  const folder = join(root, entry.folder);
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder).filter((name) => LICENCE_FILE.test(name))) {
    const text = readFileSync(join(folder, file), "utf8").trim();
    console.log(`${"=".repeat(100)}\n${readName(entry)} ${entry.version}: ${file}\n\n${text}\n`);
  }
}
