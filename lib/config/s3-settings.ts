/** Settings of the S3 bucket that has the blobs, from the environment. */
import { type Environment, readVariable } from "./environment.ts";
import { SettingsError } from "./settings-error.ts";

export type S3Settings = {
  bucket: string;
  /** URL of another server than AWS; paths then start with the bucket. */
  endpoint?: string;
  region: string;
  /** Absent: the AWS SDK looks for credentials, such as those of an instance's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
};

const DEFAULT_REGION = "us-east-1";
const BUCKET = /^[a-zA-Z0-9][a-zA-Z0-9._-]{1,253}[a-zA-Z0-9]$/;

/** @returns undefined when S3_BUCKET is unset @throws SettingsError, which never contains a credential */
export function readS3Settings(environment: Environment): S3Settings | undefined {
  const bucket = readVariable(environment, "S3_BUCKET");
  const endpoint = readVariable(environment, "S3_ENDPOINT");
  if (bucket === undefined) {
    if (endpoint === undefined) return undefined;
    throw new SettingsError({ field: "S3_BUCKET", expected: "the name of a bucket, since S3_ENDPOINT is set" });
  }
  if (!BUCKET.test(bucket)) {
    throw new SettingsError({ field: "S3_BUCKET", value: bucket, expected: "the name of a bucket" });
  }
  if (endpoint !== undefined) checkEndpoint(endpoint);
  return {
    bucket,
    ...(endpoint === undefined ? {} : { endpoint }),
    region: readVariable(environment, "S3_REGION") ?? DEFAULT_REGION,
    ...readCredentials(environment),
  };
}

function checkEndpoint(endpoint: string): void {
  const { protocol, username, password, search, hash } = URL.canParse(endpoint) ? new URL(endpoint) : {};
  if (/^https?:$/.test(protocol ?? "") && !username && !password && !search && !hash) return;
  // The value may hold a password.
  throw new SettingsError({
    field: "S3_ENDPOINT",
    expected: "an http or https URL without user, password and query (its value is not shown)",
  });
}

function readCredentials(environment: Environment): Pick<S3Settings, "credentials"> {
  const accessKeyId = readVariable(environment, "S3_ACCESS_KEY_ID");
  const secretAccessKey = readVariable(environment, "S3_SECRET_ACCESS_KEY");
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    return { credentials: { accessKeyId, secretAccessKey } };
  }
  if (accessKeyId === undefined && secretAccessKey === undefined) return {};
  throw new SettingsError({
    field: accessKeyId === undefined ? "S3_ACCESS_KEY_ID" : "S3_SECRET_ACCESS_KEY",
    expected: "a value, since the other half of the credentials is set",
  });
}
