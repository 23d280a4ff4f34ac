/**
 * Store: what the gateway keeps. Its callers see only these types; SQLite and Postgres sit behind one query builder.
 */
import type { RequestLogFilter, RequestLogPage, RequestLogQuery } from "./request-log-query.ts";
import type { RequestLogRow } from "./request-log-row.ts";
import type { UsageStore } from "./usage.ts";
import type { VideoTaskChanges, VideoTaskEnd, VideoTaskQuery, VideoTaskRecord } from "./video-task.ts";

export type { RequestLogRow };

export type KeyScope = "admin" | "inference";

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
  createdAt: number;
  expiresAt: number;
};

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
    /** Makes the caller the only one who writes to it, until `release` or `until`. False while somebody else is. */
    claim(id: string, options: { until: number }): Promise<boolean>;
    release(id: string, receivedBytes: number): Promise<void>;
    remove(id: string): Promise<void>;
    /** @returns the ids of the removed */
    removeExpired(now: number): Promise<string[]>;
  };
  responses: {
    /**
     * Keeps a response, or its newer form; returns at once. Whoever asks this store next finds it, written or not.
     * @param itemIds of its output, by which later inputs may name them
     */
    save(response: StoredResponse, itemIds: string[]): void;
    /** Undefined when it is unknown, expired or somebody else's. */
    find(of: { id: string; keyId: string }): Promise<StoredResponse | undefined>;
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
    create(asset: AssetRecord): Promise<void>;
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
  /** Writes what is buffered. */
  flush(): Promise<void>;
  /** Proves that the store can be written; rejects with the reason when it cannot. */
  check(): Promise<void>;
  /** Flushes and closes. */
  close(): Promise<void>;
};
