/** What a file is before it is one: who uploads it, what the client says of it, and its bytes. */
import type { WrittenBlob } from "./blob-store.ts";

/** Who asks: a file is its owner's alone, but for the admin key, which sees all. */
export type FileOwner = { keyId: string; seesAll: boolean };

/** What the client says of a file that it uploads. */
export type FileDescription = {
  filename: string | undefined;
  displayName?: string | undefined;
  /** The content type that it came with. */
  declaredType: string | undefined;
  purpose?: string | undefined;
  /** Without it the file stays until it is deleted. */
  lifetimeMs?: number | undefined;
};

/** Bytes that were written under the id that the file will have. */
export type ReceivedBlob = WrittenBlob & { id: string };
