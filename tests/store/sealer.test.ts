import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSealer, SealBroken } from "#lib/store/sealer.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "parlance-sealer-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const SECRET_KEY = "0123456789abcdef0123456789abcdef";

describe("a sealed secret", () => {
  it("is opened by another process with the same key file, which only its owner can read", () => {
    expect(existsSync(join(dataDir, "secret-key"))).toBe(false);
    const sealed = createSealer({ dataDir }).seal("sk-1234", "provider a");
    expect(sealed).not.toContain("sk-1234");
    expect(statSync(join(dataDir, "secret-key")).mode & 0o777).toBe(0o600);
    expect(createSealer({ dataDir }).open(sealed, "provider a")).toBe("sk-1234");
  });

  it("differs each time", () => {
    const sealer = createSealer({ dataDir, secretKey: SECRET_KEY });
    expect(sealer.seal("x", "p")).not.toBe(sealer.seal("x", "p"));
    expect(existsSync(join(dataDir, "secret-key"))).toBe(false);
  });

  it("is not opened for another purpose, after a change, or with another key", () => {
    const sealer = createSealer({ dataDir, secretKey: SECRET_KEY });
    const sealed = sealer.seal("sk-1234", "provider a");
    expect(() => sealer.open(sealed, "provider b")).toThrow(SealBroken);
    const last = sealed.at(-3) === "A" ? "B" : "A";
    expect(() => sealer.open(`${sealed.slice(0, -3)}${last}${sealed.slice(-2)}`, "provider a")).toThrow(SealBroken);
    expect(() => sealer.open("", "provider a")).toThrow(SealBroken);
    expect(() => sealer.open(sealed.slice(0, 30), "provider a")).toThrow(SealBroken);
    const other = createSealer({ dataDir, secretKey: SECRET_KEY.toUpperCase() });
    expect(() => other.open(sealed, "provider a")).toThrow("It was encrypted with another PARLANCE_SECRET_KEY.");
  });

  it("reports a missing key file", () => {
    const sealed = createSealer({ dataDir }).seal("sk-1234", "p");
    rmSync(join(dataDir, "secret-key"));
    expect(() => createSealer({ dataDir }).open(sealed, "p")).toThrow("secret-key is missing");
  });
});
