/** Decides by the provider's claims who may sign in, with which role and in which team. */
import { GROUP_NAME } from "#lib/config/key-rules.ts";
import type { OidcSettings } from "#lib/config/oidc-settings.ts";
import { PERSON_ROLES, type SignInProblem } from "#lib/contract/person.ts";
import type { PersonClaims } from "#lib/store/people/person-record.ts";
import type { ProviderClaims } from "./provider-client.ts";

const LONGEST_NAME = 200;

/** Returns the facts of a person, or why the person may not sign in. */
export function readClaims(claims: ProviderClaims, settings: OidcSettings): PersonClaims | SignInProblem {
  const email = readText(claims.email);
  const problem = findEmailProblem(email, claims.email_verified, settings);
  if (problem) return problem;
  const role = findRole(claims, settings);
  if (!role) return "no_role";
  const name = [claims.name, claims.preferred_username, email, claims.sub].map(readText).find(Boolean) ?? claims.sub;
  return { name, email: email ?? null, role, team: findTeam(claims, settings) };
}

/** Names of the claims that `readClaims` reads, without paths below them. */
export function listClaims({ roleClaim, teamClaim }: OidcSettings): string[] {
  const paths = [roleClaim, teamClaim].flatMap((claim) => (claim === undefined ? [] : [claim]));
  return ["name", "email", ...paths.map((path) => (path.includes("://") ? path : (path.split(".")[0] as string)))];
}

function findEmailProblem(
  email: string | undefined,
  isVerified: unknown,
  { allowedDomains, trustEmail }: OidcSettings,
): SignInProblem | undefined {
  if (!allowedDomains) return undefined;
  if (email === undefined) return "no_email";
  // A person can write any address into the profile at some providers.
  if (isVerified !== true && isVerified !== "true" && !(trustEmail && isVerified === undefined)) {
    return "unverified_email";
  }
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return email.includes("@") && allowedDomains.includes(domain) ? undefined : "domain";
}

function findRole(
  claims: ProviderClaims,
  { roleClaim, roles, defaultRole }: OidcSettings,
): PersonClaims["role"] | undefined {
  const found = readValues(claims, roleClaim).flatMap((value) => (Object.hasOwn(roles, value) ? [roles[value]] : []));
  return PERSON_ROLES.findLast((role) => found.includes(role)) ?? defaultRole;
}

/** Returns the team of the first value that has one. */
function findTeam(claims: ProviderClaims, { teamClaim, teams }: OidcSettings): string | null {
  for (const value of readValues(claims, teamClaim)) {
    const team = teams ? (Object.hasOwn(teams, value) ? teams[value] : undefined) : value;
    if (team !== undefined && GROUP_NAME.test(team)) return team;
  }
  return null;
}

/** Returns the texts of a claim: by its whole name, which may have dots, otherwise by its path. */
function readValues(claims: ProviderClaims, claim: string | undefined): string[] {
  if (claim === undefined) return [];
  const value = Object.hasOwn(claims, claim) ? claims[claim] : claim.split(".").reduce<unknown>(readMember, claims);
  return (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string");
}

function readMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** Returns text on one line, without control characters; undefined for what is none. */
function readText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.replace(/\p{Cc}+/gu, " ").trim();
  return text === "" ? undefined : text.slice(0, LONGEST_NAME);
}
