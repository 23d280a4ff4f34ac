/** Reads which stored prompt a request calls, and with which values. */
import { isUtf8 } from "node:buffer";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import type { PromptReference } from "#lib/gateway/request/prompts.ts";
import { errors } from "#lib/http/errors.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";

export type PromptCall = {
  reference: PromptReference;
  /** Place of the reference, for errors. */
  param: string;
  /** Place of the values, for errors. */
  valuesParam: string;
  values: Readonly<Record<string, unknown>>;
  /** True when other APIs' `metadata` may have values as well. */
  readsMetadata: boolean;
};

const HEADER = "x-gateway-prompt";
const VARIABLES = "x-gateway-variables";
const LONGEST_REFERENCE = 200;

/**
 * Returns undefined for a request without a prompt. Reads its header, and `prompt` in a request of the Responses API.
 * @throws GatewayError 400 for a malformed header, or for both
 */
export function readPromptCall(
  { headers }: Pick<HttpRequest, "headers">,
  body: unknown,
  dialectId: string,
): PromptCall | undefined {
  const header = headers[HEADER];
  const given = dialectId === "openai-responses" && isRecord(body) ? body.prompt : undefined;
  if (header === undefined) return isRecord(given) ? readField(given) : undefined;
  if (given !== undefined && given !== null) throw errors.promptGivenTwice();
  return {
    reference: readReference(String(header)),
    param: HEADER,
    valuesParam: VARIABLES,
    values: readVariables(headers[VARIABLES]),
    readsMetadata: true,
  };
}

/** The dialect checks the field's types where the prompt is an upstream's. */
function readField({ id, version, variables }: Record<string, unknown>): PromptCall | undefined {
  if (typeof id !== "string" || id === "" || id.length > LONGEST_REFERENCE) return undefined;
  const isVersion = typeof version === "string" || typeof version === "number";
  return {
    reference: { name: id, version: isVersion ? String(version) : undefined },
    param: "prompt.id",
    valuesParam: "prompt.variables",
    values: isRecord(variables) ? variables : {},
    readsMetadata: false,
  };
}

/** @throws GatewayError 400 */
function readReference(value: string): PromptReference {
  const [, name, version] = /^([^@\s]+)(?:@([^@\s]+))?$/.exec(value.trim()) ?? [];
  if (name === undefined || value.length > LONGEST_REFERENCE) {
    throw errors.headerInvalid({ param: HEADER, expected: "<name>, <name>@<version> or <name>@<label>", value });
  }
  return { name, version };
}

/** @throws GatewayError 400 */
function readVariables(header: string | string[] | undefined): Record<string, unknown> {
  if (header === undefined) return {};
  // A header holds bytes, which most clients write as UTF-8.
  const bytes = Buffer.from(String(header), "latin1");
  const text = isUtf8(bytes) ? bytes.toString("utf8") : String(header);
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Refused below.
  }
  throw errors.invalidValue({ param: VARIABLES, rule: fieldRules.promptVariables });
}
