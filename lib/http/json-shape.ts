/**
 * Limits on the shape of a JSON text, checked on its bytes before it is parsed: a text of a few megabytes can hold a
 * million values, and code that parses, checks, converts or writes them takes time for each. One pass, in which native
 * search skips long strings.
 */
import { errors } from "./errors.ts";
import { stringEnd } from "./json-string.ts";

export type JsonLimits = {
  /** Nesting of objects and arrays: code that walks a value takes as much stack as it is nested. */
  depth: number;
  /** Limit on the fields of one object. */
  fields: number;
  /** Limit on the fields of all objects and the items of all arrays together. */
  values: number;
};

export type JsonExcess = {
  /** Top-level field that exceeds the limit, shortened; undefined when all together exceed it. */
  field: string | undefined;
  /** The limit that it exceeds. */
  kind: keyof JsonLimits;
  limit: number;
};

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** Field count of an array: no number of commas brings it to a limit. */
const NO_FIELDS = Number.NEGATIVE_INFINITY;

/** @param bytes JSON, not necessarily well-formed: the parser reports that @returns undefined within the limits */
export function findExcess(bytes: Buffer, limits: JsonLimits): JsonExcess | undefined {
  /** Field counts of the open objects and arrays. */
  const fields: number[] = [];
  let values = 0;
  let name: Span | undefined;
  let lastString: Span | undefined;
  const excess = (kind: keyof JsonLimits): JsonExcess => ({
    field: name && fieldName(bytes, name),
    kind,
    limit: limits[kind],
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
        if (fields.length > limits.depth) return excess("depth");
        if (++values > limits.values) return excess("values");
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        fields.pop();
        break;
      case COMMA: {
        if (++values > limits.values) return excess("values");
        const last = fields.length - 1;
        const count = (fields[last] ?? NO_FIELDS) + 1;
        if (count > limits.fields) {
          if (last === 0) name = undefined;
          return excess("fields");
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

/** @throws GatewayError 400 that names the top-level field that exceeds a limit */
export function requireShape(bytes: Buffer, limits: JsonLimits): void {
  const excess = findExcess(bytes, limits);
  if (!excess) return;
  const { field: param, kind, limit } = excess;
  throw EXCESS_ERRORS[kind]({ param, limit });
}

const EXCESS_ERRORS = {
  depth: errors.jsonTooDeep,
  fields: errors.jsonTooManyFields,
  values: errors.jsonTooManyValues,
};

type Span = { start: number; end: number };

const LONGEST_NAME = 100;

function fieldName(bytes: Buffer, { start, end }: Span): string {
  return bytes.toString("utf8", start + 1, Math.min(end, start + 1 + 4 * LONGEST_NAME)).slice(0, LONGEST_NAME);
}
