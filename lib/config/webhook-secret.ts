/** Secrets of webhooks: keys of the signature of Standard Webhooks, read from the environment. */
import { z } from "zod";
import { type Environment, readVariable } from "./environment.ts";
import { SettingsError } from "./settings-error.ts";

const PREFIX = "whsec_";
/** Bytes of a key, as Standard Webhooks recommends. */
const SHORTEST = 24;
const LONGEST = 64;

/** An address with a user, a password or a query could hold a secret, which messages would quote. */
export const webhookUrl = z
  .url({ protocol: /^https?$/ })
  .refine(
    (text) => URL.canParse(text) && new URL(text).username === "" && new URL(text).search === "",
    "an address that starts with http:// or https://, without a user or a query (its value is not shown)",
  )
  .describe("Address that gets POST requests.");

export const secretEnv = z
  .string()
  .regex(/^[A-Za-z_]\w*$/, "the name of an environment variable")
  .describe("Environment variable with the key of the signature, such as the output of `openssl rand -base64 32`.");

/** @throws SettingsError when the variable has no key; its value is not shown */
export function readWebhookSecret(variable: string, environment: Environment): string {
  const text = readVariable(environment, variable) ?? "";
  const encoded = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text;
  const { length } = Buffer.from(encoded, "base64");
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && length >= SHORTEST && length <= LONGEST) return encoded;
  throw new SettingsError({
    field: variable,
    expected: `${SHORTEST} to ${LONGEST} bytes in base64, such as the output of "openssl rand -base64 32" (its value is not shown)`,
  });
}
