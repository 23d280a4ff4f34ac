import { randomInt } from "node:crypto";

const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Returns random characters of [0-9a-z], which every dialect and file system accepts; 24 of them hold 124 bits. */
export function createRandomName(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}
