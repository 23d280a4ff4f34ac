/** Values of `x-forwarded-proto`, each with whether browsers are to insist on TLS then. */
export const FORWARDED_PROTOS: [proto: string | undefined, insists: boolean][] = [
  ["https", true],
  ["https, http", true],
  ["http", false],
  ["http, https", false],
  [undefined, false],
];
