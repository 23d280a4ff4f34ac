/** Store: the gateway's persistent data. Callers see only these types; one query builder serves SQLite and Postgres. */
import type { QuotaKind } from "#lib/config/quotas.ts";
import type { AlertStore } from "./alert-record.ts";
import type { AuditStore } from "./audit-record.ts";
import type { BatchStore } from "./batch-record.ts";
import type { Versions } from "./bus/watch-changes.ts";
import type { ConversationStore } from "./conversations/conversation-record.ts";
import type { EvaluationStore } from "./evaluations/evaluation-record.ts";
import type { KeyRecord, KeyScope, KeyStore } from "./key-record.ts";
import type { McpSignInStore } from "./mcp-sign-ins/mcp-sign-in-record.ts";
import type { PeopleStore } from "./people/person-record.ts";
import type { PromptStore } from "./prompts/prompt-record.ts";
import type { ProviderStore } from "./provider-record.ts";
import type { QuotaOwner, QuotaUse, ReservePlaces } from "./quota/quota-use.ts";
import type { RequestLogFilter, RequestLogPage, RequestLogQuery } from "./request-log-query.ts";
import type { PrefixRow, RequestLogRow } from "./request-log-row.ts";
import type { RequestRecordStore } from "./request-record-row.ts";
import type { SessionRecord, SessionStore, SignInTokenRecord, SignInTokenStore } from "./session-record.ts";
import type { StorageMeter } from "./storage-meter.ts";
import type { ResponseStore } from "./stored-response.ts";
import type { UsageStore } from "./usage/usage.ts";
import type {
  UnfinishedVideoTask,
  VideoClaim,
  VideoTaskChanges,
  VideoTaskEnd,
  VideoTaskQuery,
  VideoTaskRecord,
} from "./video-task.ts";

export type { KeyRecord, KeyScope, RequestLogRow, SessionRecord, SignInTokenRecord };

/** Uploaded file. Its bytes are a blob of the same name. Times are Unix milliseconds. */
export type FileRecord = {
  /** 24 characters of [0-9a-z]. */
  id: string;
  /** Key that uploaded it, or "admin". */
  keyId: string;
  filename: string;
  /** Display name beside the file's name, in Google's dialect only. */
  displayName: string | null;
  mediaType: string;
  bytes: number;
  /** SHA-256 of the bytes, lower-case hex. */
  sha256: string;
  /** Purpose, in OpenAI's dialect only. */
  purpose: string | null;
  createdAt: number;
  expiresAt: number | null;
};

/** Upload that is not complete yet; its bytes so far are an unfinished blob of the same name. */
export type UploadRecord = {
  /** Id, random enough to be a credential. */
  id: string;
  keyId: string;
  filename: string;
  displayName: string | null;
  mediaType: string | null;
  /** Size as the client announced it. */
  expectedBytes: number | null;
  receivedBytes: number;
  /** Largest possible size, which is reserved in the key's quota. */
  reservedBytes: number;
  createdAt: number;
  expiresAt: number;
};

/** Output of a model, stored for a limited time. Its bytes are a blob of the same name. Times are Unix milliseconds. */
export type AssetRecord = {
  id: string;
  /** Key that it was created for, or "admin". */
  keyId: string;
  mediaType: string;
  bytes: number;
  /** Quota that it counts towards. */
  kind: AssetKind;
  createdAt: number;
  expiresAt: number;
};

export type AssetKind = Extract<QuotaKind, "images" | "videos" | "shares">;

/**
 * Share: data of a playground link that is too large for the link itself, or a shared page. Times are Unix
 * milliseconds.
 */
export type ShareRecord = {
  /** Id, random enough to be a credential. */
  id: string;
  /** Key that shared it, or "admin". */
  keyId: string;
  kind: "link" | "page" | "live";
  /** Payload of a link, as the link would hold it; JSON of a page; id of the resumable response of a live link. */
  payload: string;
  /** 1 when it is readable without a key; 0 for links. */
  isPublic: number;
  createdAt: number;
  expiresAt: number;
};

export type FileQuery = {
  /** Filter by the key that owns the files. */
  keyId?: string | undefined;
  purpose?: string | undefined;
  ids?: string[] | undefined;
  order: "asc" | "desc";
  /** File before the page. */
  after?: Pick<FileRecord, "id" | "createdAt"> | undefined;
  limit: number;
};

/**
 * @param removeBlob called with each id before its row is removed; when it fails, the row stays for a later call
 * @returns the removed ids
 */
export type RemoveExpired = (now: number, removeBlob: (id: string) => Promise<void>) => Promise<string[]>;

export type Store = {
  keys: KeyStore;
  sessions: SessionStore;
  people: PeopleStore;
  prompts: PromptStore;
  conversations: ConversationStore;
  requestLog: {
    /** Buffers the row; returns at once and never throws. */
    append(row: RequestLogRow): void;
    /** Returns rows, newest first. */
    list(query: RequestLogQuery): Promise<RequestLogPage>;
    /** Returns the US dollars that requests of these keys have cost since then, as far as their cost was recorded. */
    sumCost(keyIds: readonly string[], since: number): Promise<number>;
    /** Returns the newest matching row of this id whose bodies are stored, or else the newest matching row. */
    find(filter: RequestLogFilter & { id: string }): Promise<RequestLogRow | undefined>;
    /** Returns a key's requests of a span of time with the hashes of their prompts, newest first. */
    listPrefixes(of: { keyId: string; since: number; through: number; limit: number }): Promise<PrefixRow[]>;
  };
  /** Bodies of logged requests. */
  requestRecords: RequestRecordStore;
  /** Sums over the request log. */
  usage: UsageStore;
  files: {
    /** @throws GatewayError 507 over the quota of its key, like every method that stores something for a key */
    create(file: FileRecord): Promise<void>;
    /** Returns undefined for an expired file too. */
    find(id: string): Promise<FileRecord | undefined>;
    /** Returns files by creation time, without expired ones. */
    list(query: FileQuery): Promise<FileRecord[]>;
    /** Ends the life of a file at `now` (Unix milliseconds). Returns false when there is none. */
    expire(id: string, now: number): Promise<boolean>;
    /** Ends the life of all files that were created before `time` (Unix milliseconds). */
    expireBefore(time: number): Promise<void>;
    /** Returns false when there was none. */
    remove(id: string): Promise<boolean>;
    /** Removes files that have expired at `now` (Unix milliseconds). */
    removeExpired: RemoveExpired;
  };
  uploads: {
    create(upload: UploadRecord): Promise<void>;
    /** Returns undefined for an expired upload too. */
    find(id: string): Promise<UploadRecord | undefined>;
    /** Makes the request with the token `by` the only writer, until `until`. Returns false while another request is. */
    claim(id: string, options: { by: string; now: number; until: number }): Promise<boolean>;
    /** Returns the token of the request that has claimed it; undefined when none has. */
    findClaim(id: string): Promise<string | undefined>;
    /** Passes a claim from one token to another. Returns false when `from` no longer has it. */
    takeOver(id: string, options: { from: string; by: string; until: number }): Promise<boolean>;
    /**
     * Extends a claim and the lifetime of its upload. Returns false when another request has claimed it, or it is gone.
     */
    renewClaim(id: string, options: { by: string; until: number; expiresAt: number }): Promise<boolean>;
    /** Ends the claim of `by`; does nothing when another request has claimed the upload. */
    release(id: string, options: { by: string; receivedBytes: number }): Promise<void>;
    /** Replaces an upload by its file, in one transaction. */
    finish(id: string, file: FileRecord): Promise<void>;
    remove(id: string): Promise<void>;
    removeExpired: RemoveExpired;
  };
  responses: ResponseStore;
  videoTasks: {
    /**
     * @returns undefined when the task was created; otherwise the owner's task with the same idempotency key, created
     * at `idempotentSince` or later, and nothing is created
     */
    create(task: VideoTaskRecord, options: { idempotentSince: number }): Promise<VideoTaskRecord | undefined>;
    find(key: string): Promise<VideoTaskRecord | undefined>;
    findByIdempotencyKey(of: {
      keyId: string;
      idempotencyKey: string;
      since: number;
    }): Promise<VideoTaskRecord | undefined>;
    list(query: VideoTaskQuery): Promise<VideoTaskRecord[]>;
    /** Returns unfinished tasks, oldest first: of one upstream, or of all but one. */
    unfinished(query: ({ of: string } | { notOf: string }) & { limit: number }): Promise<UnfinishedVideoTask[]>;
    /** Counts the unfinished tasks of a key. */
    countUnfinished(keyId: string): Promise<number>;
    /**
     * Makes `by` the worker of the task for so many milliseconds.
     * @returns the token of the claim; undefined when the claim has changed since it was read, or the task has ended
     */
    claim(task: VideoTaskRecord, claim: { by: string; leaseMs: number }): Promise<VideoClaim | undefined>;
    /** Extends the claims of all tasks that `by` works on. */
    renewClaims(by: string, leaseMs: number): Promise<void>;
    releaseClaims(by: string): Promise<void>;
    /**
     * Returns false when it has ended, is gone, or was claimed again since: its worker then stops. Progress never
     * decreases.
     */
    update(key: string, claim: VideoClaim, changes: VideoTaskChanges): Promise<boolean>;
    /**
     * Ends the task and adds the request log entry, in one transaction.
     * @param claim claim of its worker; absent for a cancel
     * @returns false when it has ended, is gone, or was claimed again since: nothing is changed
     */
    finish(key: string, end: VideoTaskEnd, options: { claim?: VideoClaim; logRow: RequestLogRow }): Promise<boolean>;
    setStills(key: string, stills: string): Promise<void>;
    /** @returns the removed task */
    remove(key: string): Promise<VideoTaskRecord | undefined>;
    /** Removes tasks that ended before `time`. @returns the removed tasks */
    removeEndedBefore(time: number): Promise<VideoTaskRecord[]>;
  };
  /** Signs of life of instances, by the database's clock. */
  instances: {
    /** Shows that an instance runs, for so many milliseconds from now. */
    renew(id: string, leaseMs: number): Promise<void>;
    /** Shows that an instance has ended. */
    end(id: string): Promise<void>;
    /**
     * Returns for how many milliseconds an instance has shown no sign of life: negative while it runs, undefined when
     * it is unknown.
     */
    findSilence(id: string): Promise<number | undefined>;
    /** Lists instances that have shown no sign of life for longer than `silenceMs`, and at most for a day. */
    listSilent(silenceMs: number): Promise<string[]>;
  };
  assets: {
    /** @param overQuota true to store the asset even beyond the quota */
    create(asset: AssetRecord, options?: { overQuota?: boolean }): Promise<void>;
    /** Returns undefined for an expired asset too. */
    find(id: string): Promise<AssetRecord | undefined>;
    remove(ids: string[]): Promise<void>;
    /** Ends the life of all assets of a kind that were created before `time` (Unix milliseconds). */
    expireBefore(kind: AssetKind, time: number): Promise<void>;
    removeExpired: RemoveExpired;
  };
  shares: {
    create(share: ShareRecord): Promise<void>;
    /** Returns undefined for an expired share too, and for a live link. */
    find(id: string): Promise<ShareRecord | undefined>;
    /** Returns undefined for an expired live link too. */
    findLive(id: string): Promise<ShareRecord | undefined>;
    /** Lists a key's live links that have not expired, newest first. */
    listLive(of: { keyId: string; limit: number }): Promise<ShareRecord[]>;
    remove(id: string): Promise<void>;
  };
  evaluations: EvaluationStore;
  mcpSignIns: McpSignInStore;
  providers: ProviderStore;
  storage: StorageMeter;
  signInTokens: SignInTokenStore;
  alerts: AlertStore;
  batches: BatchStore;
  audit: AuditStore;
  /** Returns Unix milliseconds by the database's clock: keys, sessions and sign-in links expire by it. */
  now(): number;
  /** Returns how often each kind has changed. */
  readVersions(): Promise<Versions>;
  secrets: {
    /** Returns the secret of this name, created by `make` when there is none yet. All instances get the same one. */
    get(name: string, make: () => string): Promise<string>;
  };
  quotas: {
    /** @throws GatewayError 507 when the key currently has no room for `more` */
    requireRoom(owner: QuotaOwner, more: QuotaUse): Promise<void>;
    reserve: ReservePlaces;
  };
  /** Writes the buffered rows. */
  flush(): Promise<void>;
  /** Rows of the request log that wait for their write, and those that were dropped since the start. */
  logQueue: { readonly waitingRows: number; readonly lostRows: number };
  /** Checks that the store is writable; rejects with the reason when it is not. */
  check(): Promise<void>;
  /** Flushes and closes. */
  close(): Promise<void>;
};
