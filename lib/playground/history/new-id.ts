export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns a random id. `crypto.randomUUID` needs a secure context, which a gateway on a home network does not have. */
export function newId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(12)));
}
