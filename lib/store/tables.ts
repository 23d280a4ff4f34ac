import type { AlertRecord } from "./alert-record.ts";
import type { AuditRecord } from "./audit-record.ts";
import type { BatchRecord } from "./batch-record.ts";
import type { StoredKind } from "./bus/watch-changes.ts";
import type { ConversationOwnerTable, ConversationTable, Tombstone } from "./conversations/conversation-record.ts";
import type { EvaluationCellRecord, EvaluationRecord } from "./evaluations/evaluation-record.ts";
import type { McpSignInRecord } from "./mcp-sign-ins/mcp-sign-in-record.ts";
import type { PersonRecord } from "./people/person-record.ts";
import type { PromptLabelRecord, PromptRecord, PromptVersionRecord } from "./prompts/prompt-record.ts";
import type { ProviderRecord } from "./provider-record.ts";
import type { CountedKind } from "./quota/storage-triggers.ts";
import type { RequestRecordRow } from "./request-record-row.ts";
import type { AssetRecord, FileRecord, SessionRecord, ShareRecord, SignInTokenRecord, UploadRecord } from "./store.ts";
import type { StoredResponse } from "./stored-response.ts";
import type { VideoTaskRecord } from "./video-task.ts";

/**
 * Tables as the query builder sees them: snake_case in the database, camelCase here. Types are those that SQLite and
 * Postgres share: times are Unix milliseconds, booleans are 0 or 1, lists are JSON text.
 */
export type StoreTables = {
  apiKeys: ApiKeyTable;
  sessions: SessionRecord;
  people: PersonRecord;
  prompts: PromptRecord;
  promptVersions: PromptVersionRecord;
  promptLabels: PromptLabelRecord;
  requestLog: RequestLogTable;
  requestRecords: RequestRecordRow;
  probe: ProbeTable;
  responses: StoredResponse;
  responseItems: ResponseItemTable;
  files: FileRecord;
  uploads: UploadTable;
  assets: AssetRecord;
  videoTasks: VideoTaskRecord;
  secrets: SecretTable;
  shares: ShareRecord;
  providers: ProviderRecord;
  storageUse: StorageUseTable;
  instances: InstanceTable;
  changeVersions: ChangeVersionTable;
  signInTokens: SignInTokenRecord;
  auditLog: AuditTable;
  alerts: AlertRecord;
  batches: BatchRecord;
  usageHours: UsageHourTable;
  evaluations: EvaluationRecord;
  evaluationCells: EvaluationCellRecord;
  conversations: ConversationTable;
  conversationOwners: ConversationOwnerTable;
  conversationTombstones: Tombstone;
  mcpSignIns: McpSignInRecord;
};

/** `changes` is JSON. */
export type AuditTable = Omit<AuditRecord, "changes"> & { changes: string };

export type ApiKeyTable = {
  id: string;
  name: string;
  prefix: string;
  hash: string;
  /** JSON array of KeyScope. */
  scopes: string;
  createdAt: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
  revokedAt: number | null;
  disabledAt: number | null;
  /** `group` is a word of SQL. */
  groupName: string | null;
  /** JSON of a KeyPolicy. */
  policy: string | null;
  /** JSON array of names. */
  tags: string | null;
  previousHash: string | null;
  previousExpiresAt: number | null;
  personId: string | null;
};

export type RequestLogTable = {
  time: number;
  id: string;
  keyId: string | null;
  route: string | null;
  dialect: string | null;
  lane: string | null;
  upstream: string | null;
  model: string | null;
  target: string | null;
  /** JSON array of LoggedAttempt. */
  attempts: string | null;
  status: number;
  stream: number;
  inputTokens: number | null;
  outputTokens: number | null;
  cachedTokens: number | null;
  cacheWriteTokens: number | null;
  reasoningTokens: number | null;
  videoSeconds: number | null;
  images: number | null;
  characters: number | null;
  firstByteMs: number | null;
  totalMs: number;
  requestBytes: number;
  responseBytes: number;
  error: string | null;
  dropped: string | null;
  emulated: string | null;
  prompt: string | null;
  cost: number | null;
  groupName: string | null;
  /** Labels, each between commas: `,a,b,`. */
  tags: string | null;
  /** JSON of calls of hooks. */
  hooks: string | null;
  cache: string | null;
  /** Hashes of the prompt; see prompt-prefix.ts. */
  prefix: string | null;
};

/** Row of each running instance, written by `check`. */
type ProbeTable = {
  id: string;
  value: string;
  time: number;
};

type UploadTable = UploadRecord & {
  /** Token of the request that writes to it; null when none does. */
  claimedBy: string | null;
  /** Unix milliseconds until which other requests may not write to it; 0 when none writes. */
  claimedUntil: number;
};

/** Response of an output item, for inputs that name items by their ids. */
export type ResponseItemTable = {
  keyId: string;
  itemId: string;
  responseId: string;
  expiresAt: number;
};

/** Running instances, and those that ended lately. */
type InstanceTable = {
  id: string;
  /** Time by the database's clock after which the instance counts as ended, unless it has renewed it. */
  aliveUntil: number;
};

/** Random values that all instances share. */
type SecretTable = {
  name: string;
  value: string;
};

/** Number of changes, which triggers count. */
type ChangeVersionTable = {
  name: StoredKind;
  version: number;
};

/** Stored amount of a key by kind, as triggers count it. */
type StorageUseTable = {
  keyId: string;
  kind: CountedKind;
  items: number;
  bytes: number;
};

/** Past hours of the request log as blocks of columns; see usage/usage-hours.ts. */
type UsageHourTable = {
  /** Hours since 1970. */
  hour: number;
  /** Number that each change of the hour's log raises. */
  version: number;
  /** Null while the hour is not stored. */
  data: Uint8Array | null;
};
