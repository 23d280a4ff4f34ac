/**
 * Compiles a client's JSON Schema (draft 2020-12, 7 or 6) with Ajv, on a worker: a schema may take long to compile.
 */
import { Ajv, type ErrorObject, MissingRefError, type Options } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { JsonSchema } from "#lib/canonical/call.ts";
import { refuseEndless } from "./refuse-endless.ts";

export type SchemaValidator = {
  isValid(value: unknown): boolean;
  /** Returns the keywords that the last value breaks, with their places. */
  reason(): string;
};

/**
 * Schemas come from clients: nothing is logged, and unknown keywords and formats pass. Code that stops at the first
 * error nests once for each property: it compiles in quadratic time and overflows the stack.
 */
const OPTIONS: Options = { strict: false, logger: false, validateSchema: true, allErrors: true };

/** Throws an Error that says what is wrong with the schema. */
export function compileSchema(schema: JsonSchema): SchemaValidator {
  refuseEndless(schema);
  const declared = typeof schema === "object" ? String(schema.$schema ?? "") : "";
  if (/draft-0[3-7]/.test(declared)) return compileWith("7", schema);
  try {
    return compileWith("2020-12", schema);
  } catch (error) {
    // Undeclared draft 7, known by its tuples (`items` as an array) and the like.
    try {
      return compileWith("7", schema);
    } catch {
      throw error;
    }
  }
}

type Draft = "7" | "2020-12";

function compileWith(draft: Draft, schema: JsonSchema): SchemaValidator {
  const own = typeof schema === "object" ? withoutDeclaration(schema) : schema;
  // An id, also of a part, could be that of a schema which Ajv itself stores: such a schema gets a separate Ajv.
  const ajv = JSON.stringify(own).includes('"$id"') ? createAjv(draft) : sharedAjv(draft);
  try {
    const validate = compilePlainly(ajv, own);
    return {
      isValid: (value) => validate(value) === true,
      reason: () => describeErrors(validate.errors ?? []),
    };
  } finally {
    // Otherwise it would stay in memory for ever, and clients send a new one with every call.
    if (typeof own === "object") ajv.removeSchema(own);
  }
}

function createAjv(draft: Draft): Ajv | Ajv2020 {
  const ajv = draft === "7" ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  addFormats.default(ajv);
  return ajv;
}

/** Making one costs 10 ms, most of it for the schema of schemas. */
const shared = new Map<Draft, Ajv | Ajv2020>();

function sharedAjv(draft: Draft): Ajv | Ajv2020 {
  const ajv = shared.get(draft) ?? createAjv(draft);
  shared.set(draft, ajv);
  return ajv;
}

/** The draft is chosen here; Ajv would refuse an address that it does not know, and keep the id in its cache. */
function withoutDeclaration({ $schema, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}

/** Throws errors without Ajv's own words, which clients would read. */
function compilePlainly(ajv: Ajv | Ajv2020, schema: JsonSchema) {
  try {
    return ajv.compile(schema);
  } catch (error) {
    if (error instanceof MissingRefError) throw new Error(`it refers to \`${error.missingRef}\`, which is not in it`);
    const [invalid] = ajv.errors ?? [];
    if (!invalid || !(error instanceof Error) || !error.message.startsWith("schema is invalid")) throw error;
    const { instancePath: path, keyword } = invalid;
    throw new Error(`${path ? `\`${path}\`` : "it"} is not valid JSON Schema (\`${keyword}\`)`);
  }
}

function describeErrors(errors: ErrorObject[]): string {
  return errors.slice(0, 3).map(describeError).join("; ");
}

function describeError({ instancePath: path, keyword, params }: ErrorObject): string {
  const limit: unknown = params.limit;
  return `${path ? `\`${path}\`` : "the value"} breaks \`${keyword}\`${typeof limit === "number" ? ` (${limit})` : ""}`;
}
