/**
 * Store: what the gateway keeps. Its callers see only these types; SQLite and Postgres sit behind one query builder.
 */
import type { QuotaKind } from "#lib/config/quotas.ts";
import type { QuotaOwner, QuotaUse, ReservePlaces } from "./quota/quota-use.ts";
import type { RequestLogFilter, RequestLogPage, RequestLogQuery } from "./request-log-query.ts";
import type { RequestLogRow } from "./request-log-row.ts";
import type { UsageStore } from "./usage.ts";
import type { VideoTaskChanges, VideoTaskEnd, VideoTaskQuery, VideoTaskRecord } from "./video-task.ts";

export type { RequestLogRow };

export type KeyScope = "admin" | "inference" | "publish";

/** An API key as stored: never the secret itself, only its SHA-256. Times are Unix milliseconds. */
export type KeyRecord = {
  id: string;
  name: string;
  /** First characters of the secret, enough to recognise it in a list. */
  prefix: string;
  /** SHA-256 of the secret, lower-case hex. */
  hash: string;
  scopes: KeyScope[];
  createdAt: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
  revokedAt: number | null;
};

/** A browser that signed in. The cookie holds a random token; only its SHA-256 is stored. */
export type SessionRecord = {
  hash: string;
  /** The key it acts for, or "admin" for the admin key. */
  keyId: string;
  createdAt: number;
  expiresAt: number;
};

/** An uploaded file. Its bytes are a blob of the same name. Times are Unix milliseconds. */
export type FileRecord = {
  /** 24 characters of [0-9a-z]. */
  id: string;
  /** The key that uploaded it, or "admin". */
  keyId: string;
  filename: string;
  /** What its owner called it beside the file's name; only Google's convention has it. */
  displayName: string | null;
  mediaType: string;
  bytes: number;
  /** SHA-256 of the bytes, lower-case hex. */
  sha256: string;
  /** What it is for; only OpenAI's convention asks. */
  purpose: string | null;
  createdAt: number;
  expiresAt: number | null;
};

/** A file that comes in pieces and is not complete yet; what there is of it is an unfinished blob of the same name. */
export type UploadRecord = {
  /** Random enough to be the credential of whoever knows it. */
  id: string;
  keyId: string;
  filename: string;
  displayName: string | null;
  mediaType: string | null;
  /** As the client announced it. */
  expectedBytes: number | null;
  receivedBytes: number;
  /** The most that it may become, for which its key has room. */
  reservedBytes: number;
  createdAt: number;
  expiresAt: number;
};

/** Something that a model made, kept for a while. Its bytes are a blob of the same name. Times are Unix milliseconds. */
export type AssetRecord = {
  id: string;
  /** The key that it was made for, or "admin". */
  keyId: string;
  mediaType: string;
  bytes: number;
  /** The quota that it counts in. */
  kind: AssetKind;
  createdAt: number;
  expiresAt: number;
};

export type AssetKind = Extract<QuotaKind, "images" | "videos" | "shares">;

/** What a link of the playground names, because it cannot hold it. Times are Unix milliseconds. */
export type ShareRecord = {
  /** Random enough to be known only to who was told it. */
  id: string;
  /** The key that shared it, or "admin". */
  keyId: string;
  kind: "link" | "page";
  /** Of a link: as the link would have held it. Of a page: its JSON. */
  payload: string;
  /** 1 when it can be read without a key; 0 for links. */
  isPublic: number;
  createdAt: number;
  expiresAt: number;
};

export type FileQuery = {
  /** Only this key's files. */
  keyId?: string | undefined;
  purpose?: string | undefined;
  ids?: string[] | undefined;
  order: "asc" | "desc";
  /** The file behind which the list goes on. */
  after?: Pick<FileRecord, "id" | "createdAt"> | undefined;
  limit: number;
};

/** A response that its owner can ask for again. Times are Unix milliseconds. */
export type StoredResponse = {
  id: string;
  /** The key it belongs to, or "admin". */
  keyId: string;
  /** The response that it continues. */
  previousId: string | null;
  createdAt: number;
  expiresAt: number;
  /** While it runs in the background: when the gateway that runs it last said so. Null once it has ended. */
  aliveAt: number | null;
  /** While it runs in the background: the id of the instance that runs it. Null once it has ended. */
  runBy: string | null;
  /** The response object, as JSON. */
  response: string;
  /** Its own input items, without those of the responses before it, as a JSON array. */
  input: string;
};

export type Store = {
  keys: {
    /** Makes a key; `secret` is returned once and cannot be read again. */
    create(options: { name: string; scopes?: KeyScope[]; expiresAt?: number | null }): Promise<{
      record: KeyRecord;
      secret: string;
    }>;
    list(): Promise<KeyRecord[]>;
    /** By id, or by a prefix that names exactly one key. Undefined when there is none. */
    revoke(idOrPrefix: string): Promise<KeyRecord | undefined>;
    /** Revoked and expired keys too: the caller decides what they may do. */
    findByHash(hash: string): Promise<KeyRecord | undefined>;
    /** The key that a session acts for; revoked and expired ones too. */
    findById(id: string): Promise<KeyRecord | undefined>;
    /** Notes that a key was used. Buffered and written with the request log. */
    touch(id: string, at: number): void;
  };
  sessions: {
    create(session: SessionRecord): Promise<void>;
    findByHash(hash: string): Promise<SessionRecord | undefined>;
    remove(hash: string): Promise<void>;
  };
  requestLog: {
    /** Buffers the row; returns at once and never throws. */
    append(row: RequestLogRow): void;
    /** Newest first. */
    list(query: RequestLogQuery): Promise<RequestLogPage>;
    /** The newest row of this id that fits. */
    find(filter: RequestLogFilter & { id: string }): Promise<RequestLogRow | undefined>;
  };
  /** Sums over the request log. */
  usage: UsageStore;
  files: {
    /** @throws GatewayError 507 over the quota of its key, as all that store something for a key */
    create(file: FileRecord): Promise<void>;
    /** Undefined for an expired one too. */
    find(id: string): Promise<FileRecord | undefined>;
    /** By the time of creation; expired ones are not among them. */
    list(query: FileQuery): Promise<FileRecord[]>;
    /** False when there was none. */
    remove(id: string): Promise<boolean>;
    /** Removes what has expired at `now` (Unix milliseconds). @returns the ids of the removed */
    removeExpired(now: number): Promise<string[]>;
  };
  uploads: {
    create(upload: UploadRecord): Promise<void>;
    /** Undefined for an expired one too. */
    find(id: string): Promise<UploadRecord | undefined>;
    /** Makes the request with the token `by` the only one that may write to it, until `until`. False while another is. */
    claim(id: string, options: { by: string; now: number; until: number }): Promise<boolean>;
    /** The token of the request that has claimed it; undefined when none has. */
    findClaim(id: string): Promise<string | undefined>;
    /** Makes a claim of one token another's. False when it is not that one's any more. */
    takeOver(id: string, options: { from: string; by: string; until: number }): Promise<boolean>;
    /** Extends a claim and the life of its upload. False when another request has claimed it since, or it is gone. */
    renewClaim(id: string, options: { by: string; until: number; expiresAt: number }): Promise<boolean>;
    /** Ends the claim of `by`; does nothing when another request has claimed the upload since. */
    release(id: string, options: { by: string; receivedBytes: number }): Promise<void>;
    /** Puts the file in the place of its upload, both or neither. */
    finish(id: string, file: FileRecord): Promise<void>;
    remove(id: string): Promise<void>;
    /** @returns the ids of the removed */
    removeExpired(now: number): Promise<string[]>;
  };
  responses: {
    /**
     * Stores a response; those that come at the same time share a transaction.
     * @param itemIds of its output, by which later inputs may name them
     */
    create(response: StoredResponse, itemIds: string[]): Promise<void>;
    /** Stores the newer form of a response, after all writes that were asked for before. One that was removed stays so. */
    update(response: StoredResponse, itemIds: string[]): Promise<void>;
    /** Undefined when it is unknown, expired or somebody else's. */
    find(of: { id: string; keyId: string }): Promise<StoredResponse | undefined>;
    /**
     * Reserves the place of one response in the quota of its key, until the returned function is called.
     * @throws GatewayError 507
     */
    reserve(keyId: string): Promise<() => void>;
    /** The responses in whose output these items are. */
    findByItems(of: { itemIds: string[]; keyId: string }): Promise<StoredResponse[]>;
    /** False when there was none of this owner. */
    remove(of: { id: string; keyId: string }): Promise<boolean>;
    /** Notes that these still run. */
    noteAlive(ids: string[], at: number): Promise<void>;
  };
  videoTasks: {
    /**
     * @returns undefined when it was made; else the owner's task of the same idempotency key, made at `idempotentSince` or
     * later, and nothing was made
     */
    create(task: VideoTaskRecord, options: { idempotentSince: number }): Promise<VideoTaskRecord | undefined>;
    find(key: string): Promise<VideoTaskRecord | undefined>;
    findByIdempotencyKey(of: {
      keyId: string;
      idempotencyKey: string;
      since: number;
    }): Promise<VideoTaskRecord | undefined>;
    list(query: VideoTaskQuery): Promise<VideoTaskRecord[]>;
    /** Those that have not ended, oldest first: of one upstream, or of all but one. */
    unfinished(query: ({ of: string } | { notOf: string }) & { limit: number }): Promise<VideoTaskRecord[]>;
    /** How many tasks of a key have not ended. */
    countUnfinished(keyId: string): Promise<number>;
    /** Makes `by` the one who works at it. False when somebody has changed its claim since it was read, or it has ended. */
    claim(task: VideoTaskRecord, claim: { by: string; until: number }): Promise<boolean>;
    /** Of all tasks that `by` works at. */
    renewClaims(by: string, until: number): Promise<void>;
    releaseClaims(by: string): Promise<void>;
    /** False when it has ended, is gone, or is not `by`'s any more: whoever works at it stops. Progress does not fall. */
    update(key: string, by: string, changes: VideoTaskChanges): Promise<boolean>;
    /**
     * Ends it, and notes that in the request log, both or neither.
     * @param by whoever works at it; absent for one that is cancelled
     * @returns false when it had ended, is gone, or is not `by`'s any more: nothing was changed
     */
    finish(key: string, end: VideoTaskEnd, options: { by?: string; logRow: RequestLogRow }): Promise<boolean>;
    setStills(key: string, stills: string): Promise<void>;
    /** @returns what was removed */
    remove(key: string): Promise<VideoTaskRecord | undefined>;
    /** Removes tasks that ended before. @returns what was removed */
    removeEndedBefore(time: number): Promise<VideoTaskRecord[]>;
  };
  assets: {
    /** @param overQuota true for what is stored even beyond the quota */
    create(asset: AssetRecord, options?: { overQuota?: boolean }): Promise<void>;
    /** Undefined for an expired one too. */
    find(id: string): Promise<AssetRecord | undefined>;
    remove(ids: string[]): Promise<void>;
    /** @returns the ids of the removed */
    removeExpired(now: number): Promise<string[]>;
  };
  shares: {
    create(share: ShareRecord): Promise<void>;
    /** Undefined for an expired one too. */
    find(id: string): Promise<ShareRecord | undefined>;
    remove(id: string): Promise<void>;
  };
  secrets: {
    /** The value of this name; what `make` gives, when there is none yet. All instances get the same one. */
    get(name: string, make: () => string): Promise<string>;
  };
  quotas: {
    /** @throws GatewayError 507 when the key has no room for so much more, as things are */
    requireRoom(owner: QuotaOwner, more: QuotaUse): Promise<void>;
    reserve: ReservePlaces;
  };
  /** Writes what is buffered. */
  flush(): Promise<void>;
  /** Proves that the store can be written; rejects with the reason when it cannot. */
  check(): Promise<void>;
  /** Flushes and closes. */
  close(): Promise<void>;
};
