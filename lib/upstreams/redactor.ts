/** Redacts secrets in text of an upstream, before a client, a log or a stored response gets it. */
import { GatewayError } from "#lib/http/gateway-error.ts";
import { listSecretForms } from "./list-secret-forms.ts";

/** Returns the text with "[redacted]" in place of each secret. */
export type Redact = {
  (text: string): string;
  /** Redacts bytes; bytes without a secret are returned unchanged. */
  bytes(bytes: Buffer): Buffer;
  /** Starts the redaction of bytes that come in chunks. */
  stream(): ByteRedactor;
  /** Returns the pattern of all secrets and their forms, for a worker; it changes with `add`. */
  pattern(): RegExp;
  /** Adds secrets, as they are sent. Streams that have begun do not look for them. */
  add(secrets: readonly string[]): void;
};

export type ByteRedactor = {
  /** Withholds the end of a chunk that may be the beginning of a secret, until the next chunk. */
  push(chunk: Uint8Array): Buffer;
  /** Returns the withheld bytes. */
  end(): Buffer;
};

const MARK = "[redacted]";

/** @param secrets secrets as they are sent; their encoded forms are found too */
export function createRedactor(secrets: readonly string[]): Redact {
  const known = new Set<string>();
  let pattern = /(?!)/g;
  // One character per byte, so that bytes that are not text stay unchanged.
  let inBytes: string[] = [];
  let bytePattern = pattern;
  const add = (added: readonly string[]) => {
    for (const form of added.flatMap(listSecretForms)) known.add(form);
    // Longest first: a secret may begin with another one.
    const forms = [...known].sort((a, b) => b.length - a.length);
    pattern = createPattern(forms);
    inBytes = forms.map((form) => Buffer.from(form, "utf8").toString("latin1"));
    bytePattern = createPattern(inBytes);
  };
  add(secrets);
  return Object.assign((text: string) => text.replace(pattern, MARK), {
    bytes(bytes: Buffer) {
      const text = bytes.toString("latin1");
      const shown = text.replace(bytePattern, MARK);
      return shown === text ? bytes : Buffer.from(shown, "latin1");
    },
    stream: () => createByteRedactor(inBytes, bytePattern),
    pattern: () => pattern,
    add,
  });
}

function createByteRedactor(forms: readonly string[], pattern: RegExp): ByteRedactor {
  const toBytes = (text: string) => Buffer.from(text.replace(pattern, MARK), "latin1");
  let pending = "";
  return {
    push(chunk) {
      const text = pending + Buffer.from(chunk).toString("latin1");
      let end = Math.min(text.length, ...forms.map((form) => findPartialSecret(text, form)));
      // A whole secret is not split where another one may begin in it.
      for (const { index, 0: match } of text.matchAll(pattern)) {
        if (index < end && index + match.length > end) end = index;
      }
      pending = text.slice(end);
      return toBytes(text.slice(0, end));
    },
    end() {
      const rest = toBytes(pending);
      pending = "";
      return rest;
    },
  };
}

/**
 * Returns the index from which the rest of the text is the beginning of a form; the text's length when there is none.
 */
function findPartialSecret(text: string, form: string): number {
  const first = form[0] as string;
  let at = text.indexOf(first, Math.max(0, text.length - form.length + 1));
  while (at >= 0 && !form.startsWith(text.slice(at))) at = text.indexOf(first, at + 1);
  return at < 0 ? text.length : at;
}

/** Matches nothing when there are no forms. */
function createPattern(forms: readonly string[]): RegExp {
  const alternatives = forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  return new RegExp(alternatives.join("|") || "(?!)", "g");
}

/** Returns the same error without the secrets. Its headers are redacted where they are read. */
export function redactError(error: GatewayError, redact: (text: string) => string): GatewayError {
  const { status, message, type, param, code, headers, cause } = error;
  return new GatewayError({
    status,
    message: redact(message),
    type: redact(type),
    ...(param === undefined ? {} : { param: redact(param) }),
    ...(code === undefined ? {} : { code: redact(code) }),
    headers,
    cause,
  });
}
