/** The version header of the Messages routes (spec, Versioning). */

import { errors } from "#lib/http/errors.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";

const NAMES = ["provider-version", "anthropic-version"];

/** @throws GatewayError 400 without a version, or when it is not a date */
export function requireMessagesVersion({ headers }: Pick<HttpRequest, "headers">): void {
  const name = NAMES.find((candidate) => headers[candidate] !== undefined);
  const version = name === undefined ? undefined : String(headers[name]);
  if (version !== undefined && isDate(version)) return;
  throw name === undefined || version === undefined
    ? errors.versionMissing()
    : errors.versionInvalid({ param: name, got: version });
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
