/** Words of the page about stored data. */
import type { StorageKind, StorageKindUse, StorageReport } from "#lib/contract/storage.ts";
import { countOf } from "#lib/playground/streams/count-of.ts";
import { formatBytes, formatCount } from "#lib/playground/streams/metrics.ts";

type Words = {
  label: string;
  /** Plural and singular of its items. */
  items: readonly [plural: string, singular: string];
  /** Place of its bytes. */
  place: "database" | "blobs" | "both";
  /** Effect of a removal, beyond the data being gone. */
  effect?: string;
};

export const KIND_WORDS: Readonly<Record<StorageKind, Words>> = {
  requests: {
    label: "Request log and usage",
    items: ["requests", "request"],
    place: "database",
    effect: "Usage loses these requests. Budgets count them until the gateway restarts, and not after that.",
  },
  records: {
    label: "Recorded bodies",
    items: ["recorded requests", "recorded request"],
    place: "database",
    effect: "These requests can’t be opened or replayed any more. Their rows in the log stay.",
  },
  files: {
    label: "Uploaded files",
    items: ["files", "file"],
    place: "blobs",
    effect: "Requests that refer to a removed file fail.",
  },
  images: {
    label: "Images at an address",
    items: ["images", "image"],
    place: "blobs",
    effect: "Their addresses stop working.",
  },
  videos: {
    label: "Videos",
    items: ["video tasks", "video task"],
    place: "both",
    effect: "Takes the videos, thumbnails and input images of tasks that ended. Running tasks stay.",
  },
  responses: {
    label: "Stored responses",
    items: ["responses", "response"],
    place: "database",
    effect: "They can’t be continued by their ID any more. Running ones stay.",
  },
  shares: {
    label: "Shared pages and long links",
    items: ["shares", "share"],
    place: "both",
    effect: "Their links stop working.",
  },
  prompts: { label: "Prompts", items: ["prompts", "prompt"], place: "database" },
  evaluations: {
    label: "Evaluations",
    items: ["evaluations", "evaluation"],
    place: "database",
    effect: "Takes their rows and results. Running ones stay.",
  },
  conversations: { label: "Conversations", items: ["conversations", "conversation"], place: "database" },
  presets: { label: "Presets", items: ["presets", "preset"], place: "database" },
  uploads: { label: "Uploads in progress", items: ["uploads", "upload"], place: "blobs" },
  sessions: { label: "Sign-in sessions", items: ["sessions", "session"], place: "database" },
  audit: { label: "Audit log", items: ["entries", "entry"], place: "database" },
};

export function formatItems(kind: StorageKind, items: number): string {
  const [plural, singular] = KIND_WORDS[kind].items;
  return `${formatCount(items)} ${items === 1 ? singular : plural}`;
}

/** Formats a size; "—" for one that is not counted. */
export function formatSize({ bytes, estimated = false }: { bytes: number | null; estimated?: boolean }): string {
  if (bytes === null) return "—";
  return `${estimated && bytes > 0 ? "about " : ""}${formatBytes(bytes)}`;
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Formats a lifetime, such as "30 days" or "90 minutes". */
export function formatLifetime({ keep_seconds: seconds }: Pick<StorageKindUse, "keep_seconds">): string {
  if (seconds === null) return "until deleted";
  const [unit, length] = UNITS.find(([, unitSeconds]) => seconds % unitSeconds === 0) ?? UNITS[3];
  return countOf(seconds / length, unit);
}

/** Formats when data end with their key, such as "30 days after their key ends"; undefined where they do not. */
export function formatKeyEnd({ ended_key_seconds: seconds }: Pick<StorageKindUse, "ended_key_seconds">) {
  return seconds === null ? undefined : `${formatLifetime({ keep_seconds: seconds })} after their key ends`;
}

/** Returns the place of a kind's bytes in words. */
export function describePlace(
  kind: StorageKind,
  { database, blobs }: Pick<StorageReport, "database" | "blobs">,
): string {
  const rows = database.engine === "sqlite" ? "SQLite" : "Postgres";
  const bytes = blobs.store === "s3" ? "S3" : "folder";
  const { place } = KIND_WORDS[kind];
  if (place === "both") return `${rows}, ${bytes}`;
  return place === "database" ? rows : bytes;
}

export const AGES = [
  { value: "365d", label: "1 year" },
  { value: "90d", label: "90 days" },
  { value: "30d", label: "30 days" },
  { value: "7d", label: "7 days" },
  { value: "1d", label: "1 day" },
  { value: "0d", label: "0 days (all)" },
] as const;

export type Age = (typeof AGES)[number]["value"];
