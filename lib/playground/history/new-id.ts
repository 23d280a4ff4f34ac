export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** `crypto.randomUUID` needs a secure context, and a gateway on a home network has none. */
export function newId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(12)));
}
