/** Sign-in of people through an identity provider by OpenID Connect: schema of the config file, and its reader. */
import { isIP } from "node:net";
import { z } from "zod";
import { PERSON_ROLES, type PersonRole } from "#lib/contract/person.ts";
import { type Environment, readVariable } from "./environment.ts";
import { GROUP_NAME } from "./key-rules.ts";
import { SettingsError } from "./settings-error.ts";

const text = z.string().min(1).max(500);
const role = z.enum(PERSON_ROLES);
const claim = text.max(200);

export const oidcSchema = z.strictObject({
  name: z.string().trim().min(1).max(60).optional().describe("Name of the provider on the sign-in button."),
  issuer: z
    .string()
    .refine(isProviderUrl, "an https URL without query and fragment, or an http URL on this machine")
    .describe("Issuer URL; `/.well-known/openid-configuration` below it describes the provider."),
  clientId: text.describe("Id of this gateway at the provider."),
  clientSecretEnv: text
    .optional()
    .describe("Environment variable with the client secret; without it the gateway is a public client."),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "a scope without spaces"))
    .max(20)
    .optional()
    .describe("Requested scopes besides `openid`; `profile` and `email` by default."),
  roleClaim: claim
    .optional()
    .describe("Claim with the role or groups; a path such as `realm_access.roles` is possible."),
  roles: z.record(text, role).optional().describe("Role of each value of `roleClaim`; the highest counts."),
  defaultRole: role.optional().describe("Role of people without a matching value; without it they are refused."),
  teamClaim: claim.optional().describe("Claim with the team."),
  teams: z
    .record(text, z.string().regex(GROUP_NAME, "letters, digits, spaces and . _ -"))
    .optional()
    .describe("Team, a group of `keys.groups`, of each value of `teamClaim`; otherwise the value is the team."),
  allowedDomains: z
    .array(z.string().regex(/^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/, "a domain such as example.com"))
    .min(1)
    .optional()
    .describe("Domains of e-mail addresses that may sign in; all by default."),
  trustEmail: z
    .boolean()
    .optional()
    .describe("True for a provider that sends no `email_verified` and verifies all addresses itself."),
  checkMinutes: z
    .int()
    .min(1)
    .max(1_440)
    .optional()
    .describe("Minutes between two renewals of a sign-in, which show that a person has left; 5 by default."),
  lapseDays: z
    .int()
    .min(1)
    .max(365)
    .optional()
    .describe(
      "Days after which sessions and keys of a person stop who has not signed in or been renewed; 30 by default.",
    ),
  signOutOfProvider: z
    .boolean()
    .optional()
    .describe("Whether signing out also ends the session at the provider; true by default."),
});

export type OidcSettings = {
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** Scopes, divided by spaces. */
  scope: string;
  roleClaim: string | undefined;
  roles: Readonly<Record<string, PersonRole>>;
  defaultRole: PersonRole | undefined;
  teamClaim: string | undefined;
  teams: Readonly<Record<string, string>> | undefined;
  /** In lower case. */
  allowedDomains: readonly string[] | undefined;
  trustEmail: boolean;
  checkMs: number;
  lapseDays: number;
  signOutOfProvider: boolean;
  /** Origin at which browsers reach the gateway. */
  publicUrl: string;
};

export const publicUrlSchema = z
  .string()
  .refine(
    (url) => isProviderUrl(url) && new URL(url).pathname === "/",
    "an https URL without a path, or an http URL on this machine",
  );

/** @throws SettingsError without a secret or a public URL */
export function readOidc(
  file: { oidc?: z.infer<typeof oidcSchema> | undefined; publicUrl?: string | undefined },
  environment: Environment,
  path: string,
): OidcSettings | undefined {
  const { oidc, publicUrl } = file;
  if (!oidc) return undefined;
  const field = (name: string) => `${path}: ${name}`;
  if (publicUrl === undefined) {
    throw new SettingsError({
      field: field("publicUrl"),
      expected: "the address at which browsers open this gateway, since `oidc` is set",
    });
  }
  if (oidc.defaultRole === undefined && (oidc.roleClaim === undefined || oidc.roles === undefined)) {
    throw new SettingsError({
      field: field("oidc.defaultRole"),
      expected: "a role, or `roleClaim` and `roles` beside it",
    });
  }
  const { clientSecretEnv, allowedDomains, scopes = ["profile", "email"] } = oidc;
  return {
    name: oidc.name ?? new URL(oidc.issuer).hostname,
    issuer: oidc.issuer,
    clientId: oidc.clientId,
    clientSecret:
      clientSecretEnv === undefined
        ? undefined
        : readSecret(environment, field("oidc.clientSecretEnv"), clientSecretEnv),
    scope: [...new Set(["openid", ...scopes])].join(" "),
    roleClaim: oidc.roleClaim,
    roles: oidc.roles ?? {},
    defaultRole: oidc.defaultRole,
    teamClaim: oidc.teamClaim,
    teams: oidc.teams,
    allowedDomains: allowedDomains?.map((domain) => domain.toLowerCase()),
    trustEmail: oidc.trustEmail ?? false,
    checkMs: (oidc.checkMinutes ?? 5) * 60_000,
    lapseDays: oidc.lapseDays ?? 30,
    signOutOfProvider: oidc.signOutOfProvider ?? true,
    publicUrl: new URL(publicUrl).origin,
  };
}

function readSecret(environment: Environment, field: string, variable: string): string {
  const value = readVariable(environment, variable);
  if (value !== undefined) return value;
  // A common mistake is the secret itself in place of its variable's name.
  const isName = /^[A-Z_][A-Z0-9_]*$/.test(variable);
  const expected = "the name of an environment variable that is set";
  throw new SettingsError(
    isName ? { field, value: variable, expected } : { field, expected: `${expected} (its value is not shown)` },
  );
}

/** Returns true for a URL whose answers nobody on the way can change. */
function isProviderUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(url);
  if (search !== "" || hash !== "" || username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || (isIP(hostname) === 4 && hostname.startsWith("127."));
}
