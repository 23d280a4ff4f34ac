/** Errors of uploaded files. */
import { GatewayError } from "#lib/http/gateway-error.ts";

/** @param limit limit in bytes */
export function fileTooLargeError(limit: number): GatewayError {
  return new GatewayError({
    status: 413,
    message: `The file is larger than the ${limit} bytes that this gateway takes.`,
    param: "file",
    code: "file_too_large",
  });
}

export function emptyFileError(): GatewayError {
  return new GatewayError({
    status: 400,
    message: "The file is empty: expected at least one byte.",
    param: "file",
    code: "empty_file",
  });
}

export function interruptedError(): GatewayError {
  return new GatewayError({
    status: 400,
    message: "The request broke off before its body was complete.",
    code: "upload_broken_off",
  });
}
