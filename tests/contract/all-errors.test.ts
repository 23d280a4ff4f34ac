/** Every error of the gateway: its words, its place in the code, and its line in the guide. */
import { describe, expect, it } from "vitest";
import { allErrors, errorsBySubject } from "#lib/contract/errors/all-errors.ts";
import { describeError, type ErrorDefinition } from "#lib/contract/errors/define-errors.ts";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { errors } from "#lib/http/errors.ts";
import { withErrorList } from "#scripts/write-error-list.ts";
import { findErrorProse } from "../support/error-rules.ts";
import { listProjectFiles, readProjectFile } from "../support/source-files.ts";

/** Longest message, with the values of its sample. */
const LONGEST_MESSAGE = 200;
/** Words of design/voice.md that have plainer ones, and phrases of validators. */
const UNCLEAR = /\b(?:kept|told|stands?|asked|went|here|expected \w+ to (?:be|have)|[<>]=)\b/;

const entries = Object.entries(allErrors).map(([name, definition]) => {
  const { sample = {} } = definition as ErrorDefinition<unknown>;
  return [name, describeError(definition as ErrorDefinition<unknown>, sample)] as const;
});

describe("the error", () => {
  it.each(entries)("%s is a short sentence", (_name, { message, status, param, code }) => {
    expect(message).toMatch(/^(?:[A-Z]|`[^`]+`|"[^"]+")/);
    expect(message).toMatch(/[.!?]$/);
    expect(message).not.toMatch(/undefined|\[object|\s{2}|\.\.$|\.;/);
    expect(message).not.toMatch(UNCLEAR);
    expect(message.length).toBeLessThanOrEqual(LONGEST_MESSAGE);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    if (param && code === "invalid_value") expect(message).toContain(`\`${param}\``);
  });
});

describe("the list of errors", () => {
  it("has each message once", () => {
    const messages = entries.map(([, { message }]) => message);
    expect(messages.filter((message, index) => messages.indexOf(message) !== index)).toEqual([]);
  });

  it("has each error in one subject", () => {
    const names = Object.values(errorsBySubject).flatMap((subject) => Object.keys(subject));
    expect(names.toSorted()).toEqual(Object.keys(allErrors).toSorted());
  });

  it("makes errors to throw", () => {
    const cause = new Error("secret");
    const error = errors.invalidValue({ param: "temperature", rule: fieldRules.between(0, 2), got: "9", cause });
    expect(error).toMatchObject({
      status: 400,
      type: "invalid_request_error",
      code: "invalid_value",
      param: "temperature",
      message: "`temperature` must be between 0 and 2; got 9.",
      cause,
    });
  });
});

it("the guide has every error (node scripts/write-error-list.ts)", () => {
  const guide = readProjectFile("docs/guide/errors.md");
  expect(withErrorList(guide)).toBe(guide);
});

describe("the code", () => {
  const paths = listProjectFiles().filter((path) => /^(?:lib|app)\/.*\.tsx?$/.test(path));
  const files = paths.map((path) => ({ path, text: readProjectFile(path) }));

  it("throws every error of the list", () => {
    const callers = files.filter(({ path }) => !path.startsWith("lib/contract/errors/"));
    const used = new Set(
      callers.flatMap(({ text }) => [...text.matchAll(/[eE]rrors\.(\w+)/g)].map(([, name]) => name)),
    );
    expect(Object.keys(allErrors).filter((name) => !used.has(name))).toEqual([]);
  });

  it("uses every rule of fields", () => {
    const code = files.map(({ text }) => text).join("\n");
    expect(Object.keys(fieldRules).filter((name) => !code.includes(`fieldRules.${name}`))).toEqual([]);
  });

  it("has no other texts of errors", () => {
    const server = files.filter(({ path }) => !path.startsWith("lib/playground/") && path.startsWith("lib/"));
    expect(server.flatMap(({ path, text }) => findErrorProse(path, text))).toEqual([]);
  });
});

describe("a text of an error outside the list is found", () => {
  it.each([
    ["in an error", 'throw new GatewayError({ status: 400, message: "Wrong." });'],
    ["in a template", "throw new GatewayError({ status: 400, message: `Wrong.` });"],
    ["behind a condition", 'new GatewayError({ status, message: given ?? "Wrong." });'],
    ["in a rule of a field", 'z.string().regex(/a/, "an a")'],
    ["in an issue", 'context.addIssue({ code: "custom", message: "a word" })'],
    ["in the options of a rule", 'z.string().refine(isWord, { error: "a word" })'],
  ])("%s", (_place, text) => {
    expect(findErrorProse("lib/a.ts", text)).toHaveLength(1);
  });

  it.each([
    ["a name of the list", "throw errors.bodyEmpty();"],
    ["the text of an upstream", "throw new GatewayError({ status, message: read.message });"],
    ["a rule by its name", "z.string().min(1, fieldRules.notEmpty).refine(isWord, { error: fieldRules.base64 })"],
  ])("%s is not", (_name, text) => {
    expect(findErrorProse("lib/a.ts", text)).toEqual([]);
  });
});

it.each([
  [errors.rateLimitExceeded({ owner: "This key", unit: "requests", limit: 1, seconds: 5 }), "1 request per minute"],
  [
    errors.rateLimitExceeded({ owner: "This key", unit: "tokens", limit: 2_000, seconds: 5 }),
    "2,000 tokens per minute",
  ],
  [errors.concurrencyExceeded({ owner: "This key", limit: 1, seconds: 1 }), "1 request at the same time"],
])("a limit is counted in words: %#", ({ message }, words) => {
  expect(message).toContain(`a limit of ${words}.`);
});
