/**
 * Bounds on the shape of a JSON text, checked on its bytes before it is parsed: a text of a few megabytes can hold a million
 * values, and whatever parses, checks, converts or writes them takes its time for each. One pass, in which long strings
 * are skipped by native search.
 */
import { GatewayError } from "./gateway-error.ts";
import { stringEnd } from "./json-string.ts";

export type JsonLimits = {
  /** Objects and arrays in each other: what walks a value takes the stack as deep as it is nested. */
  depth: number;
  /** Fields of one object. */
  fields: number;
  /** Fields of all objects and items of all arrays together. */
  values: number;
};

export type JsonExcess = {
  /** The top-level field in which the limit is exceeded, shortened; undefined where it is all of them. */
  field: string | undefined;
  /** The rest of a sentence about it: "it is nested deeper than the 200 levels that this gateway takes". */
  problem: string;
};

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** Count of the fields of an array, which has none: no number of commas brings it to a limit. */
const NO_FIELDS = Number.NEGATIVE_INFINITY;

/** @param bytes that need not be well-formed: the parser says so @returns undefined when they keep within the limits */
export function findExcess(bytes: Buffer, limits: JsonLimits): JsonExcess | undefined {
  /** For each open object and array, the fields that it has so far. */
  const fields: number[] = [];
  let values = 0;
  let name: Span | undefined;
  let lastString: Span | undefined;
  const excess = (problem: string): JsonExcess => ({
    field: name && fieldName(bytes, name),
    problem: `${problem} that this gateway takes`,
  });
  for (let index = 0; index < bytes.length; index++) {
    switch (bytes[index]) {
      case QUOTE: {
        const end = stringEnd(bytes, index);
        if (end < 0) return undefined;
        if (fields.length === 1) lastString = { start: index, end };
        index = end;
        break;
      }
      case OPEN_BRACE:
      case OPEN_BRACKET:
        fields.push(bytes[index] === OPEN_BRACE ? 1 : NO_FIELDS);
        if (fields.length > limits.depth) return excess(`it is nested deeper than the ${limits.depth} levels`);
        if (++values > limits.values) return excess(tooManyValues(limits));
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        fields.pop();
        break;
      case COMMA: {
        if (++values > limits.values) return excess(tooManyValues(limits));
        const last = fields.length - 1;
        const count = (fields[last] ?? NO_FIELDS) + 1;
        if (count > limits.fields) {
          if (last === 0) name = undefined;
          return excess(`it has an object of more than the ${limits.fields} fields`);
        }
        fields[last] = count;
        break;
      }
      case COLON:
        if (fields.length === 1) name = lastString;
        break;
    }
  }
  return undefined;
}

/** @throws GatewayError 400 that names the top-level field in which a limit is exceeded */
export function requireShape(bytes: Buffer, limits: JsonLimits): void {
  const excess = findExcess(bytes, limits);
  if (!excess) return;
  const { field: param, problem } = excess;
  throw new GatewayError({
    status: 400,
    message: `Invalid ${param === undefined ? "body" : `value for ${param}`}: ${problem}.`,
    param,
    code: "invalid_value",
  });
}

type Span = { start: number; end: number };

function tooManyValues({ values }: JsonLimits): string {
  return `it brings the body to more than the ${values} values (fields and items of arrays)`;
}

const LONGEST_NAME = 100;

function fieldName(bytes: Buffer, { start, end }: Span): string {
  return bytes.toString("utf8", start + 1, Math.min(end, start + 1 + 4 * LONGEST_NAME)).slice(0, LONGEST_NAME);
}
