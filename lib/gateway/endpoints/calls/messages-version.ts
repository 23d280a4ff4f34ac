/** The version header of the Messages routes (spec, Versioning). */
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";

const NAMES = ["provider-version", "anthropic-version"];

/** @throws GatewayError 400 without a version, or when it is not a date */
export function requireMessagesVersion({ headers }: Pick<HttpRequest, "headers">): void {
  const name = NAMES.find((candidate) => headers[candidate] !== undefined);
  const version = name === undefined ? undefined : String(headers[name]);
  if (version !== undefined && isDate(version)) return;
  throw new GatewayError({
    status: 400,
    message:
      version === undefined
        ? "The header provider-version is required: a date of the form YYYY-MM-DD, for example 2023-06-01."
        : `Invalid value for the header ${name}: expected a date of the form YYYY-MM-DD, got ${JSON.stringify(version.slice(0, 40))}.`,
    param: name ?? "provider-version",
  });
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
