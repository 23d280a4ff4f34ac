/** ResponseCache: whole responses of earlier requests, for requests that ask for them. In memory, by last use. */
import { LRUCache } from "lru-cache";
import { CACHE_LIMITS } from "../limits.ts";

export type CachedResponse = {
  headers: Record<string, string>;
  bytes: Buffer;
  upstream: string | null;
  /** Model that made it, `<upstream>/<model>`. */
  target: string | null;
  /** Unix milliseconds. */
  storedAt: number;
};

export type ResponseCache = {
  find(key: string): CachedResponse | undefined;
  save(key: string, response: CachedResponse, seconds: number): void;
  remove(key: string): void;
};

/** Bytes of an entry beside its body. */
const OVERHEAD = 1_024;

export function createResponseCache(): ResponseCache {
  const entries = new LRUCache<string, CachedResponse>({
    maxSize: CACHE_LIMITS.totalBytes,
    sizeCalculation: ({ bytes }) => bytes.length + OVERHEAD,
  });
  return {
    find: (key) => entries.get(key),
    save: (key, response, seconds) => void entries.set(key, response, { ttl: seconds * 1_000 }),
    remove: (key) => void entries.delete(key),
  };
}
