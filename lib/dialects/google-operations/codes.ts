/** The codes of google.rpc.Code, by their numbers: what went wrong with an operation. */
export const CODES = [
  ...["OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS"],
  ...["PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED"],
  ...["INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED"],
];
