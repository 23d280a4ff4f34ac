/** Converts errors of S3 into storage faults, whose reasons name what was refused and never a credential. */
import { GatewayError } from "#lib/http/gateway-error.ts";
import { createStorageError, type StorageFault } from "#lib/http/storage-fault.ts";

type S3Error = Error & { code?: string; $fault?: unknown; $metadata?: { httpStatusCode?: number } };

const FAULTS: Record<string, StorageFault> = {
  AccessDenied: "refused",
  AllAccessDisabled: "refused",
  CredentialsProviderError: "refused",
  ExpiredToken: "refused",
  InvalidAccessKeyId: "refused",
  NoSuchBucket: "refused",
  PermanentRedirect: "refused",
  RequestTimeTooSkewed: "refused",
  SignatureDoesNotMatch: "refused",
  EntityTooLarge: "full",
  InsufficientStorage: "full",
  QuotaExceeded: "full",
  XMinioStorageFull: "full",
  TimeoutError: "unreachable",
};
/** The SDK's text for an unreadable reply refers to fields that only code can see. */
const UNREADABLE = /Deserialization error|is not expected|Unexpected token|Unclosed|Invalid tag/i;

/** Returns true for an object, or an upload, that does not exist. */
export function isMissingObject(error: unknown): boolean {
  const { name, $metadata } = error as S3Error;
  if (name === "NoSuchBucket") return false;
  return name === "NoSuchKey" || name === "NoSuchUpload" || name === "NotFound" || $metadata?.httpStatusCode === 404;
}

/** Returns true for a conditional write that met another object of its name. */
export function isConflict(error: unknown): boolean {
  return (error as S3Error).$metadata?.httpStatusCode === 412;
}

/**
 * Returns an error for the client, whose cause is for the log.
 * @param action what failed, such as "reading blobs/x"
 */
export function createS3Error(error: unknown, action: string): GatewayError {
  if (GatewayError.isInstance(error)) return error;
  return createStorageError(
    classify(error as S3Error),
    new Error(`S3: ${action} failed: ${describe(error as S3Error)}`),
  );
}

function classify({ name, code, $fault, $metadata }: S3Error): StorageFault {
  const status = $metadata?.httpStatusCode;
  const known = FAULTS[name];
  if (known) return known;
  if (status === 401 || status === 403) return "refused";
  if (status === 507) return "full";
  return status === undefined && $fault === undefined && code !== undefined ? "unreachable" : "failing";
}

function describe({ name, code, message, $metadata }: S3Error): string {
  const status = $metadata?.httpStatusCode;
  if (UNREADABLE.test(message)) return `the endpoint's reply is not one of S3 (status ${status ?? "unknown"})`;
  const label = name === "Error" ? (code ?? name) : name;
  // A reply without a body, such as one to HEAD, has no text.
  const text = message && message !== "UnknownError" ? message : "the reply has no reason";
  return status === undefined ? `${label}: ${text}` : `${label}, status ${status}: ${text}`;
}
