/** Content of an error body, in any dialect. */
export type ErrorReading = {
  message: string;
  type?: string;
  param?: string;
  code?: string;
  /** Time to retry after, in milliseconds from now, in a dialect that has it in the body and not in a header. */
  retryAfterMs?: number;
};

/** Returns undefined for an unreadable body. */
export type ErrorReader = (json: unknown) => ErrorReading | undefined;
