import { describe, expect, it } from "vitest";
import { findSecretsInHeaders, findSecretsInUrl } from "#lib/config/secret-values.ts";

describe("the secrets in headers", () => {
  it.each([
    ["a value", { "x-tenant": "tenant-0123" }, ["tenant-0123"]],
    ["a token behind its scheme", { authorization: "Bearer token-0123" }, ["Bearer token-0123", "token-0123"]],
    [
      "user and password",
      { authorization: "Basic dXNlcjpwYXNzLTAxMjM0" },
      ["Basic dXNlcjpwYXNzLTAxMjM0", "dXNlcjpwYXNzLTAxMjM0", "user:pass-01234", "pass-01234"],
    ],
    ["cookies", { cookie: "a=1; session=abcdef0123" }, ["a=1; session=abcdef0123", "abcdef0123"]],
    ["none that is short", { "x-region": "eu-1" }, []],
    ["none in a header of every request", { "Content-Type": "application/json", "user-agent": "parlance/1" }, []],
    ["none where there are no headers", undefined, []],
  ])("%s", (_name, headers, secrets) => {
    expect(findSecretsInHeaders(headers)).toEqual(secrets);
  });
});

it.each([
  ["https://me:pass-0123%2F@host/v1?key=key-01234&alt=sse", ["pass-0123/", "key-01234"]],
  ["https://me:100%25-%zz-sure@host/", ["100%25-%zz-sure"]],
  ["https://host/v1", []],
  ["no url", []],
  [undefined, []],
])("the secrets in the URL %s", (url, secrets) => {
  expect(findSecretsInUrl(url)).toEqual(secrets);
});
