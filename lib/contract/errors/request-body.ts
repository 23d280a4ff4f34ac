/** Errors of a request's body before its fields are checked. */
import { formatBytes } from "../format-bytes.ts";
import { defineErrors } from "./define-errors.ts";
import { code, count, quote } from "./wording.ts";

/** Subject of an error about JSON in a field, or in the body as a whole. */
const jsonIn = (param: string | undefined) =>
  param === undefined ? "The JSON in the request body" : `The JSON in ${code(param)}`;

export const requestBodyErrors = defineErrors({
  bodyEmpty: { status: 400, message: "The request body is empty. Send a JSON object." },
  bodyNotUtf8: { status: 400, message: "The request body is not valid UTF-8. Encode it as UTF-8." },
  bodyIncomplete: {
    status: 400,
    message: "The connection closed before the request body was complete. Send the request again.",
  },
  invalidJson: {
    status: 400,
    code: "invalid_json",
    message: ({ place }: { /** From the parser: `at position 5 (line 1 column 6)`. */ place: string | undefined }) =>
      `Invalid JSON in request body${place ? ` ${place}` : ""}.`,
    sample: { place: "at position 5 (line 1 column 6)" },
  },
  jsonTooDeep: {
    status: 400,
    code: "invalid_value",
    message: ({ param, limit }: { param: string | undefined; limit: number }) =>
      `${jsonIn(param)} is nested too deeply (maximum ${count(limit)} levels). Send a flatter value.`,
    sample: { param: "metadata", limit: 200 },
  },
  jsonTooManyFields: {
    status: 400,
    code: "invalid_value",
    message: ({ param, limit }: { param: string | undefined; limit: number }) =>
      `${jsonIn(param)} has an object with too many fields (maximum ${count(limit)}). Send fewer fields.`,
    sample: { param: "metadata", limit: 10_000 },
  },
  jsonTooManyValues: {
    status: 400,
    code: "invalid_value",
    message: ({ param, limit }: { param: string | undefined; limit: number }) =>
      `${jsonIn(param)} brings the request body to too many values (maximum ${count(limit)} fields and items together). Send less data.`,
    sample: { param: "messages", limit: 150_000 },
  },
  bodyTooLarge: {
    status: 413,
    code: "body_too_large",
    message: ({ limit }: { /** In bytes. */ limit: number }) =>
      `Request body too large (limit ${formatBytes(limit)}). Send a smaller body.`,
    sample: { limit: 64 * 1024 * 1024 },
  },
  wrongContentType: {
    status: 415,
    message: ({ contentType }: { contentType: string }) =>
      `Header \`content-type\` must be "application/json"; got ${quote(contentType)}.`,
    sample: { contentType: "text/plain" },
  },
  compressedBody: {
    status: 415,
    message: ({ encoding }: { encoding: string }) =>
      `Header \`content-encoding\` must be absent; got ${quote(encoding)}. Send the body uncompressed.`,
    sample: { encoding: "gzip" },
  },
  bodyTooSlow: {
    status: 408,
    code: "body_too_slow",
    message: ({ bytesPerSecond, seconds }: { bytesPerSecond: number; seconds: number }) =>
      `The request body arrived too slowly: expected at least ${count(bytesPerSecond)} bytes per second on average over ${seconds} s. Send it over a faster connection.`,
    sample: { bytesPerSecond: 240, seconds: 60 },
  },
  clientClosedRequest: {
    // Nobody reads it: it unwinds code that waits for the response.
    status: 499,
    message: "The client closed the request.",
  },
});
