import { expect, test } from "vitest";
import { hashSecret, secretsEqual } from "#lib/store/hash-secret.ts";

test("hashSecret is SHA-256 in lower-case hex", () => {
  expect(hashSecret("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("secretsEqual compares secrets of any length", () => {
  expect(secretsEqual("pk_a", "pk_a")).toBe(true);
  expect(secretsEqual("pk_a", "pk_b")).toBe(false);
  expect(secretsEqual("pk_a", "pk_aa")).toBe(false);
  expect(secretsEqual("", "")).toBe(true);
});
