/** Encrypts secrets that the gateway must be able to read again, such as the API keys of providers. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { join } from "node:path";
import { createKeyFile, readKeyFile } from "./key-file.ts";

/** AES-256-GCM, with the nonce length that it is defined for and the full tag. */
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "1";

/** Thrown for text that was sealed with another key, or was changed. */
export class SealBroken extends Error {}

export type Sealer = {
  /** @param purpose binds the sealed text to its place: opening it for another purpose fails */
  seal(text: string, purpose: string): string;
  /** @throws SealBroken */
  open(sealed: string, purpose: string): string;
  /** Returns what is equal for equal keys, and tells nothing of them; undefined while there is no key. */
  fingerprint(): string | undefined;
};

/**
 * @param secretKey text of PARLANCE_SECRET_KEY; without it the key is in a file beside the database, which is created
 * with the first secret and which only its owner can read
 */
export function createSealer({ secretKey, dataDir }: { secretKey?: string | undefined; dataDir: string }): Sealer {
  const file = join(dataDir, "secret-key");
  let known: { key: Buffer; id: string } | undefined;

  function keyFor(text: string): { key: Buffer; id: string } {
    const key = Buffer.from(hkdfSync("sha256", text, "", "parlance sealed secrets", 32));
    return { key, id: createHash("sha256").update(key).digest("hex").slice(0, 8) };
  }

  return {
    fingerprint() {
      const text = secretKey ?? readKeyFile(file);
      return text === undefined ? undefined : keyFor(text).id;
    },

    seal(text, purpose) {
      known ??= keyFor(secretKey ?? readKeyFile(file) ?? createKeyFile(file, randomBytes(32).toString("base64url")));
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, known.key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(purpose));
      const bytes = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return [VERSION, known.id, nonce.toString("base64url"), bytes.toString("base64url")].join(".");
    },

    open(sealed, purpose) {
      const [version, id, nonce = "", data = ""] = sealed.split(".");
      const text = secretKey ?? readKeyFile(file);
      if (text === undefined) throw new SealBroken(`${file} is missing, and PARLANCE_SECRET_KEY is not set.`);
      known = keyFor(text);
      if (version !== VERSION || id !== known.id) {
        throw new SealBroken(
          `It was encrypted with another ${secretKey ? "PARLANCE_SECRET_KEY" : `key than ${file}`}.`,
        );
      }
      try {
        const bytes = Buffer.from(data, "base64url");
        const decipher = createDecipheriv(CIPHER, known.key, Buffer.from(nonce, "base64url"), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(purpose));
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString("utf8");
      } catch {
        throw new SealBroken("The stored text was changed.");
      }
    },
  };
}
