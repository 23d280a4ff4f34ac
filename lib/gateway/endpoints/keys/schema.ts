/** The request body of `POST /api/keys`. */
import { z } from "zod";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { errors } from "#lib/http/errors.ts";
import { keyName, keyScope } from "#lib/store/key-fields.ts";
import { parseExpiry } from "#lib/store/parse-expiry.ts";

export const createKeySchema = z
  .strictObject({
    name: keyName.describe("By which people know it again; 1 to 100 printable characters."),
    scopes: z
      .array(keyScope)
      .min(1)
      .default(["inference"])
      .describe(
        "What it may do: `inference` calls models and stores files; `publish` shares pages that are read without a key; `admin` does everything, for all keys.",
      ),
    expires_in: z
      .string()
      .regex(/^\d+[hdwy]$/, { error: fieldRules.timeSpan })
      .optional()
      .describe("How long it lasts: `12h`, `30d`, `8w`, `1y`. Without an expiry it lasts until it is revoked."),
    expires_at: z
      .union([z.string(), z.int()])
      .optional()
      .describe("Until when it lasts, in place of `expires_in`: a date, a time (ISO 8601), or Unix milliseconds."),
  })
  .meta({ id: "CreateKeyRequest", description: "The key to make." });

type CreateKeyRequest = z.output<typeof createKeySchema>;

/** @throws GatewayError 400 for an expiry that is invalid, is not in the future, or is given twice */
export function readExpiry({ expires_in, expires_at }: CreateKeyRequest, now: number): number | null {
  if (expires_in !== undefined && expires_at !== undefined) {
    throw errors.invalidValue({ param: "expires_at", rule: fieldRules.excludes("expires_in") });
  }
  if (expires_in !== undefined) {
    return parseExpiry(expires_in, now) ?? refuse("expires_in", fieldRules.timeSpan);
  }
  if (expires_at === undefined) return null;
  const text = typeof expires_at === "string" ? expires_at : isoTime(expires_at);
  // Spans are only for `expires_in`.
  const time = /^\d+[hdwy]$/.test(text) ? undefined : parseExpiry(text, now);
  return time ?? refuse("expires_at", fieldRules.futureTime);
}

/** Returns "", which is not a date, for a number beyond all dates. */
function isoTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

function refuse(param: string, rule: string): never {
  throw errors.invalidValue({ param, rule });
}
