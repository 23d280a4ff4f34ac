import { fields } from "../dialects/json-fields.ts";
import type { TextRequest } from "../dialects/text-dialect.ts";
import { parseJsonText } from "../inspector/json-lines.ts";
import { readRequestHeaders, readRequestLine, type Trace } from "./trace.ts";

/** Returns the request for code samples; undefined when its body is not JSON. */
export function readSampleRequest(exchange: Trace): TextRequest | undefined {
  const body = fields(parseJsonText(exchange.request));
  if (!body) return undefined;
  const own = readRequestHeaders(exchange).filter(([name]) => !OF_THE_PAGE.has(name.toLowerCase()));
  return { path: readRequestLine(exchange).path, headers: Object.fromEntries(own), body };
}

/** Headers between the page and the gateway, and headers that a sample sets itself. */
const OF_THE_PAGE = new Set(["content-type", "accept", "x-request-id", "x-gateway-keep"]);
