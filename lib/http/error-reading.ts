/** What the body of an error says, whatever the convention that it is written in. */
export type ErrorReading = {
  message: string;
  type?: string;
  param?: string;
  code?: string;
  /** When to come back, in milliseconds from now, in a dialect that says it here and not in a header. */
  retryAfterMs?: number;
};

/** Undefined for what cannot be read. */
export type ErrorReader = (json: unknown) => ErrorReading | undefined;
