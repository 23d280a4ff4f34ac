/** Rules of single fields, each the rest of a sentence that begins with the field. Schemas have them as messages. */
import { alternatives, code, count } from "./wording.ts";

const valueList = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(", ");

/** Rules on types, values and sizes. */
const generalRules = {
  /** @param types such as "a string" and "an array" */
  type: (types: readonly string[]) => `must be ${alternatives(types)}`,
  value: (values: readonly unknown[]) => `must be ${values.length > 1 ? "one of " : ""}${valueList(values)}`,
  between: (least: number | string, most: number | string) => `must be between ${least} and ${most}`,
  integerBetween: (least: number, most: number) => `must be an integer between ${least} and ${most}`,
  atLeast: (least: number | string, inclusive = true) => `must be ${inclusive ? "at least" : "more than"} ${least}`,
  atMost: (most: number | string, inclusive = true) => `must be ${inclusive ? "at most" : "less than"} ${most}`,
  multipleOf: (divisor: number | string) => `must be a multiple of ${divisor}`,
  notEmpty: "must not be empty",
  /** @param size such as "at least 2 items" */
  contains: (size: string) => `must contain ${size}`,
  integer: "must be an integer",
  base64: "must be base64",
  base64WithoutPrefix: "must be base64 without a `data:` prefix",
  otherValue: "must have another value",
  /** @param rule rule of the name */
  named: (rule: string) => `has an invalid name: it ${rule}`,
};

/** Rules on text. */
const formatRules = {
  matches: (format: string) => `must be a valid ${format}`,
  matchesPattern: (pattern: string) => `must match the pattern ${pattern}`,
  webUrl: "must be an http(s) URL",
  webOrDataUrl: "must be an http(s) URL or a `data:` URL",
  mediaType: "must be a media type, for example image/png",
  identifier: (most: number) => `must have 1 to ${most} letters, digits, \`_\` or \`-\``,
  googleFunctionName: "must be a letter or `_`, then up to 127 letters, digits, `_`, `.`, `:` or `-`",
  secondsAsText: 'must be a number of seconds as text, for example "4"',
  seconds: "must be a number of seconds",
  size: 'must have the form <width>x<height>, for example "1280x720"',
  sizeOrAuto: 'must be "auto" or have the form <width>x<height>',
  ratio: 'must be a ratio, for example "16:9"',
  resolution: 'must be a resolution, for example "720p"',
  keyGroup: "must be a group's name: 1 to 64 letters, digits, spaces, `.`, `_` or `-`",
  tag: "must be 1 to 64 letters, digits, spaces, or `._:/@-`",
  timeSpan: "must be a time span, for example 12h, 30d, 8w or 1y",
  apiKey: "must be a key without spaces and line breaks; copy it again",
  baseUrl: "must be a URL, for example https://api.example.com/v1",
  filledInUrl: "must be a URL without braces; fill in your own resource or region",
  providerId: "must have 1 to 64 lower-case letters, digits, `-` or `_`",
  notSandbox: 'must not be "sandbox", which is the built-in provider',
  futureTime: "must be a date or time in the future, for example 2027-01-01",
  statusFilter: 'must be a status, for example "429", or a class of them: "2xx", "3xx", "4xx" or "5xx"',
  nextCursor: "must be the `next_cursor` of the page before",
  sharePayload: "must have the form <version>.<deflated text in base64url>, as in a share link",
  promptName: "must be 1 to 100 letters, digits, `.`, `_`, `/` or `-`, with a letter or digit at both ends",
  promptLabel: 'must be a letter, then up to 31 letters, digits, `.`, `_` or `-`, and not "latest"',
  promptFile:
    "must be the ID of an uploaded file, a URL, a `data:` URL, or an object of the type `input_image` or `input_file`",
  promptVariables: 'must be a JSON object, for example {"city":"Paris"}',
  promptLabels: (most: number) => `must be one of at most ${most} labels of the prompt`,
  distinctNames: "must have distinct names",
  promptId: "must be `pmpt_` and up to 100 letters, digits, `_` or `-`",
  conversationId: "must have 1 to 64 letters, digits, `_` or `-`",
  singleLine: "must be without control characters",
  folderAndTag: "must have letters, digits, spaces or punctuation, without a comma or control characters",
  variableName: "must be a letter or `_`, then up to 63 letters, digits or `_`",
  keyName: "must have 1 to 100 printable characters",
  agentsUnavailable: "must be absent: agents run at Google alone; name a `model`",
  harmCategory: "must be a harm category, for example HARM_CATEGORY_HARASSMENT",
};

/** Rules on fields that depend on each other. */
const combinedRules = {
  requires: (field: string, value?: string) => `requires ${code(field)}${value === undefined ? "" : ` to be ${value}`}`,
  excludes: (field: string) => `must be absent when ${code(field)} is set`,
  eitherOf: (fields: readonly string[]) => `must have exactly one of ${fields.map(code).join(", ")}`,
  atMostOneOf: (fields: readonly string[]) => `must have at most one of ${fields.map(code).join(", ")}`,
  atLeastOneOf: (fields: readonly string[]) => `must have ${alternatives(fields.map(code))}`,
  requiredUnless: (fields: readonly string[]) => `must be set unless ${alternatives(fields.map(code))} is set`,
  requiredByValue: (field: string, value: string) => `must be set when ${code(field)} contains "${value}"`,
  jsonWithSchema: 'must be "application/json" when a response schema is set',
  toolType: 'must be "custom" (with `name` and `input_schema`) or a tool type, for example "web_search_20250305"',
  namesTool: "must name one of the `tools`",
  sameAs: (field: string) => `must be the same as ${code(field)}`,
  lessThan: (field: string) => `must be less than ${code(field)}`,
  atMostPairs: (most: number) => `must have at most ${count(most)} pairs`,
  oneInstance: "must contain exactly one item; set `parameters.sampleCount` for more videos",
  blockType: (types: readonly string[]) => `must be one of ${valueList(types)} or an unchecked block type`,
  regexFlags: "must be up to four of the flags i, m, s and u",
  promptOrMessages: "must be set, or `messages` in its place, and not both",
  mostCells: (most: number) => `must make at most ${count(most)} cells with the columns`,
  age: "must be a span such as `30d`, `12h`, `8w` or `1y`, or a past date such as `2026-01-31`",
  before: (field: string) => `must be before ${code(field)}`,
  daysBefore: (days: number, field: string, unit?: string) =>
    `must be at most ${days} days before ${code(field)}${unit ? ` when \`bucket\` is "${unit}"` : ""}`,
};

export const fieldRules = { ...generalRules, ...formatRules, ...combinedRules };
