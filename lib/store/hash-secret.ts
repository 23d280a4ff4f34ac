import { hash, timingSafeEqual } from "node:crypto";

/**
 * Returns the SHA-256 of a secret in lower-case hex: the only form in which keys and session tokens are stored. A plain
 * digest is enough because secrets are 256 random bits.
 */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Compares two secrets in constant time. Compares hashes, so that not even lengths leak. */
export function secretsEqual(a: string, b: string): boolean {
  return timingSafeEqual(hash("sha256", a, "buffer"), hash("sha256", b, "buffer"));
}
