/** Quotas of one key: limits on its stored data, by kind. */
import { z } from "zod";

export const QUOTA_KINDS = [
  ...(["files", "uploads", "responses", "shares", "images", "videos", "prompts", "evaluations"] as const),
  ...(["conversations", "presets"] as const),
] as const;

/** `uploads` are those in progress, `images` those behind addresses, `videos` tasks with their images and videos, `prompts` those with their versions. */
export type QuotaKind = (typeof QUOTA_KINDS)[number];

/** Infinity means no limit. */
export type Quota = { count: number; bytes: number };

export type Quotas = Readonly<Record<QuotaKind, Quota>>;

const MEGABYTE = 1024 * 1024;
const GIGABYTE = 1024 * MEGABYTE;

export const DEFAULT_QUOTAS: Quotas = {
  files: { count: 10_000, bytes: 20 * GIGABYTE },
  uploads: { count: 100, bytes: 20 * GIGABYTE },
  responses: { count: 100_000, bytes: 4 * GIGABYTE },
  shares: { count: 1_000, bytes: 100 * MEGABYTE },
  images: { count: 10_000, bytes: 2 * GIGABYTE },
  videos: { count: 10_000, bytes: 20 * GIGABYTE },
  prompts: { count: 1_000, bytes: 200 * MEGABYTE },
  evaluations: { count: 500, bytes: 2 * GIGABYTE },
  conversations: { count: 10_000, bytes: GIGABYTE },
  presets: { count: 1_000, bytes: 200 * MEGABYTE },
};

const NO_QUOTA: Quota = { count: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };
export const NO_QUOTAS = quotasBy(() => NO_QUOTA);

export function isUnlimited({ count, bytes }: Quota): boolean {
  return Math.min(count, bytes) === Number.POSITIVE_INFINITY;
}

const amount = z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable().optional();
const quota = z.strictObject({ count: amount, bytes: amount }).nullable().optional();

/** Null removes the limit, for a number or a whole kind. */
export const quotasSchema = z.strictObject({
  files: quota,
  uploads: quota,
  responses: quota,
  shares: quota,
  images: quota,
  videos: quota,
  prompts: quota,
  evaluations: quota,
  conversations: quota,
  presets: quota,
} satisfies Record<QuotaKind, z.ZodType>);

export function readQuotas(given: z.infer<typeof quotasSchema> = {}): Quotas {
  return quotasBy((kind) => {
    const own = given[kind];
    if (own === null) return NO_QUOTA;
    const { count = DEFAULT_QUOTAS[kind].count, bytes = DEFAULT_QUOTAS[kind].bytes } = own ?? {};
    return { count: count ?? Number.POSITIVE_INFINITY, bytes: bytes ?? Number.POSITIVE_INFINITY };
  });
}

function quotasBy(quotaOf: (kind: QuotaKind) => Quota): Quotas {
  return Object.fromEntries(QUOTA_KINDS.map((kind) => [kind, quotaOf(kind)])) as Record<QuotaKind, Quota>;
}
