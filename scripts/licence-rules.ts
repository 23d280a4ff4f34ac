/** Licences that production dependencies may have; docs/decisions/2026-11-23-dependency-licences.md has the reasons. */

export type LicensedPackage = { name: string; version: string; licence: string | undefined };

/** Permissive licences, those of fonts and data included: attribution is all that they ask of the product. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "OFL-1.1",
  "Unlicense",
]);

/** Weak copyleft that is used unmodified, by package. */
const EXCEPTIONS: readonly { names: RegExp; licence: string }[] = [
  { names: /^@img\/sharp-/, licence: "LGPL-3.0-or-later" },
  { names: /^(?:lightningcss(?:-.+)?|mediabunny)$/, licence: "MPL-2.0" },
];

/** Licences of packages whose `package.json` names none, read in their licence file at exactly this version. */
const READ_IN_FILE: Readonly<Record<string, string>> = { "khroma@2.1.0": "MIT" };

export function readLicence({ name, version, licence }: LicensedPackage): string | undefined {
  return licence ?? READ_IN_FILE[`${name}@${version}`];
}

/** @returns the reason why the package may not be a production dependency; undefined when it may */
export function findObjection(subject: LicensedPackage): string | undefined {
  const licence = readLicence(subject);
  if (licence === undefined) return "names no licence";
  const expression = licence.replaceAll(/[()]/g, "");
  const alternatives = expression.split(" OR ");
  if (alternatives.length > 1 && expression.includes(" AND ")) return `has "${licence}", which a person must read`;
  const isAllowed = (id: string) =>
    ALLOWED.has(id) || EXCEPTIONS.some((exception) => exception.licence === id && exception.names.test(subject.name));
  const isAccepted = alternatives.some((alternative) => alternative.split(" AND ").every(isAllowed));
  return isAccepted ? undefined : `has "${licence}", which is not among the allowed licences`;
}
