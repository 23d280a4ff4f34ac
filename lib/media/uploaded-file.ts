/** Upload of a file: its owner, its description and its bytes. */
import type { WrittenBlob } from "./blob-store.ts";

/** Owner of a request: a file is visible to its owner only, except for the admin key, which sees all files. */
export type FileOwner = { keyId: string; seesAll: boolean };

/** Description of an uploaded file by the client. */
export type FileDescription = {
  filename: string | undefined;
  displayName?: string | undefined;
  /** Content type of the upload. */
  declaredType: string | undefined;
  purpose?: string | undefined;
  /** Lifetime; without it the file stays until it is deleted. */
  lifetimeMs?: number | undefined;
};

/** Bytes that were written under the file's future id. */
export type ReceivedBlob = WrittenBlob & { id: string };
