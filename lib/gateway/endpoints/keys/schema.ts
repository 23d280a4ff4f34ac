/** The request bodies of `/api/keys`. */
import { z } from "zod";
import { GROUP_NAME, policyFields } from "#lib/config/key-rules.ts";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { MOST_TAGS, TAG } from "#lib/contract/request-tags.ts";
import { errors } from "#lib/http/errors.ts";
import { keyName, keyScope } from "#lib/store/key-fields.ts";
import { parseExpiry } from "#lib/store/parse-expiry.ts";

const name = keyName.describe("By which people know it again; 1 to 100 printable characters.");
const group = z
  .string()
  .regex(GROUP_NAME, { error: fieldRules.keyGroup })
  .nullable()
  .describe("Group of the config file whose limits the key shares.");
const tags = z
  .array(z.string().regex(TAG, { error: fieldRules.tag }))
  .max(MOST_TAGS)
  .describe(`Up to ${MOST_TAGS} labels of its requests in the log and the usage.`);
const expiresAt = z.union([z.string(), z.int()]);

export const createKeySchema = z
  .strictObject({
    name,
    scopes: z
      .array(keyScope)
      .min(1)
      .default(["inference"])
      .describe(
        "What it may do: `inference` calls models and stores files; `publish` shares pages that are read without a key; `metrics` reads `/metrics`; `admin` does everything, for all keys.",
      ),
    expires_in: z
      .string()
      .regex(/^\d+[hdwy]$/, { error: fieldRules.timeSpan })
      .optional()
      .describe("How long it lasts: `12h`, `30d`, `8w`, `1y`. Without an expiry it lasts until it is revoked."),
    group: group.optional(),
    tags: tags.optional(),
    limits: policyFields.limits.optional(),
    budget: policyFields.budget.optional(),
    models: policyFields.models.optional(),
    routes: policyFields.routes.optional(),
    on_loss: policyFields.on_loss,
    timeout_ms: policyFields.timeout_ms,
    flat_output: policyFields.flat_output,
    log_bodies: policyFields.log_bodies,
    cache_seconds: policyFields.cache_seconds,
    personal: z
      .boolean()
      .optional()
      .describe(
        "True for a key of the person who is signed in: it has the team's limits, and ends with the person. Keys that people without the role `admin` create are always personal.",
      ),
    expires_at: expiresAt
      .optional()
      .describe("Until when it lasts, in place of `expires_in`: a date, a time (ISO 8601), or Unix milliseconds."),
  })
  .meta({ id: "CreateKeyRequest", description: "The key to make." });

export const updateKeySchema = z
  .strictObject({
    name: name.optional(),
    expires_at: expiresAt.nullable().optional().describe("Null: until it is revoked."),
    disabled: z.boolean().optional().describe("A disabled key is refused until it is enabled again."),
    group: group.optional(),
    tags: tags.optional(),
    limits: policyFields.limits.optional().describe("Replaces these limits; those that are absent stay."),
    budget: policyFields.budget.optional().describe("Replaces these budgets; those that are absent stay."),
    models: policyFields.models.optional(),
    routes: policyFields.routes.optional(),
    on_loss: policyFields.on_loss,
    timeout_ms: policyFields.timeout_ms,
    flat_output: policyFields.flat_output,
    log_bodies: policyFields.log_bodies,
    cache_seconds: policyFields.cache_seconds,
  })
  .meta({ id: "UpdateKeyRequest", description: "The fields to change." });

export const rotateKeySchema = z
  .strictObject({
    overlap_seconds: z
      .int()
      .min(0)
      .max(2_592_000)
      .default(3_600)
      .describe("Time for which the old secret still works; an hour unless given, at most 30 days."),
  })
  .meta({ id: "RotateKeyRequest" });

type CreateKeyRequest = z.output<typeof createKeySchema>;

/** @throws GatewayError 400 for an expiry that is invalid, is not in the future, or is given twice */
export function readExpiry(
  { expires_in, expires_at }: Pick<CreateKeyRequest, "expires_in" | "expires_at">,
  now: number,
): number | null {
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
