/** Secrets in the settings of a process: values that no message, log or response may quote. */
import type { Environment } from "./environment.ts";

/** Shorter values are not secrets, and redacting "1" would make every message unreadable. */
const SHORTEST_SECRET = 8;
/** A shorter key is a word such as "none", for servers without keys. */
const SHORTEST_KEY = 6;
/** Minimum length of a value that is a secret only by the name of its variable or option. */
const SHORTEST_BY_NAME = 12;
const SECRET_NAME =
  /(?:(?:^|[_-])(?:key|secret|token|pass|auth|credentials?)|apikey|accesskey|privatekey|password|passwd|passphrase|clientsecret|token)$/i;
/** Headers with the same values in everybody's requests. */
const HARMLESS = new Set(["accept", "accept-encoding", "accept-language", "content-type", "user-agent"]);

/** Returns the values of headers, and the credentials in them: text after a scheme, cookies, user and password. */
export function findSecretsInHeaders(headers: unknown): string[] {
  const entries: [string, unknown][] = typeof headers === "object" && headers !== null ? Object.entries(headers) : [];
  return entries
    .filter(([name]) => !HARMLESS.has(name.toLowerCase()))
    .flatMap(([, value]) => (typeof value === "string" ? [value.trim(), ...findCredentials(value.trim())] : []))
    .filter(isLong);
}

/** Returns the distinct secrets that are long enough to search for in every text. */
export function deduplicateSecrets(secrets: readonly string[]): string[] {
  return [...new Set(secrets)].filter(({ length }) => length >= SHORTEST_KEY);
}

/**
 * Returns the secrets of the environment: values of variables with names of secrets, including variables that only a
 * package reads, and the passwords of URLs such as DATABASE_URL.
 */
export function findSecretsInEnvironment(environment: Environment): string[] {
  return Object.entries(environment).flatMap(([name, value = ""]) => [
    ...(SECRET_NAME.test(name) && !value.startsWith("/") && value.length >= SHORTEST_BY_NAME ? [value.trim()] : []),
    ...(value.includes("://") ? findPasswordsInUrl(value) : []),
  ]);
}

/** Returns the strings of a package's options with names of secrets, at any depth. */
export function findSecretsInOptions(options: unknown): string[] {
  if (typeof options !== "object" || options === null) return [];
  return Object.entries(options).flatMap(([name, value]) => {
    if (typeof value !== "string") return findSecretsInOptions(value);
    return SECRET_NAME.test(name) && value.length >= SHORTEST_BY_NAME ? [value] : [];
  });
}

/**
 * Returns the password as written in the URL, and decoded. The user's name is not a secret: it may be a word that
 * messages need.
 */
function findPasswordsInUrl(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { password, searchParams } = new URL(url);
  return [password, decode(password), searchParams.get("password") ?? ""].filter(isLong);
}

/** Returns the user, the password and the query's values of a URL. */
export function findSecretsInUrl(url: unknown): string[] {
  if (typeof url !== "string" || !URL.canParse(url)) return [];
  const { username, password, searchParams } = new URL(url);
  return [username, password, ...searchParams.values()].map(decode).filter(isLong);
}

function findCredentials(value: string): string[] {
  const [, scheme = "", credential = ""] = /^([A-Za-z][\w-]*)\s+(\S+)$/.exec(value) ?? [];
  const fields = [...value.matchAll(/=\s*"?([^\s";,]+)/g)].map(([, field = ""]) => field);
  if (scheme.toLowerCase() !== "basic") return [credential, ...fields];
  const pair = Buffer.from(credential, "base64").toString("utf8");
  return [credential, pair, pair.slice(pair.indexOf(":") + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isLong(value: string): boolean {
  return value.length >= SHORTEST_SECRET;
}
