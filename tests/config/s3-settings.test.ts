import { expect, it } from "vitest";
import { loadSettings } from "#lib/config/load-settings.ts";
import { readS3Settings } from "#lib/config/s3-settings.ts";

const SECRET = "secret-of-the-bucket-0123456789";
const KEYS = { S3_ACCESS_KEY_ID: "AKIDOFTHEBUCKET", S3_SECRET_ACCESS_KEY: SECRET };

it("is off without S3_BUCKET", () => {
  expect(readS3Settings({})).toBeUndefined();
  expect(readS3Settings({ ...KEYS, S3_REGION: "eu-west-1" })).toBeUndefined();
});

it("reads AWS and other servers", () => {
  expect(readS3Settings({ S3_BUCKET: "files" })).toEqual({ bucket: "files", region: "us-east-1" });
  const endpoint = "https://s3.example.com:9000/prefix";
  expect(readS3Settings({ S3_BUCKET: "files", S3_ENDPOINT: endpoint, S3_REGION: "auto", ...KEYS })).toEqual({
    bucket: "files",
    endpoint,
    region: "auto",
    credentials: { accessKeyId: "AKIDOFTHEBUCKET", secretAccessKey: SECRET },
  });
});

it.each<[string, Record<string, string>, string]>([
  ["an endpoint without a bucket", { S3_ENDPOINT: "http://localhost" }, "S3_BUCKET: expected the name of a bucket"],
  ["a bucket with a path", { S3_BUCKET: "a/b" }, 'S3_BUCKET is "a/b"'],
  ["an endpoint that is no URL", { S3_BUCKET: "abc", S3_ENDPOINT: "localhost:9000" }, "S3_ENDPOINT: expected"],
  ["an endpoint with a password", { S3_BUCKET: "abc", S3_ENDPOINT: `http://u:${SECRET}@h` }, "S3_ENDPOINT: expected"],
  ["half of the credentials", { S3_BUCKET: "abc", S3_SECRET_ACCESS_KEY: SECRET }, "S3_ACCESS_KEY_ID: expected"],
  ["the other half", { S3_BUCKET: "abc", S3_ACCESS_KEY_ID: "AKID" }, "S3_SECRET_ACCESS_KEY: expected"],
])("refuses %s, without quoting a secret", (_, environment, message) => {
  const read = () => readS3Settings(environment);
  expect(read).toThrow(message);
  expect(read).not.toThrow(SECRET);
});

it("redacts the credentials", () => {
  const { secrets, s3 } = loadSettings({ S3_BUCKET: "files", ...KEYS }, { file: {} });
  expect(s3?.bucket).toBe("files");
  expect(secrets).toEqual(expect.arrayContaining([SECRET, "AKIDOFTHEBUCKET"]));
});
