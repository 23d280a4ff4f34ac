import { fields } from "../dialects/json-fields.ts";
import type { TextRequest } from "../dialects/text-dialect.ts";
import { parseJsonText } from "../inspector/json-lines.ts";
import { requestHeadersOf, requestLineOf, type WireExchange } from "./wire-record.ts";

/** Returns the request for code samples; undefined when its body is not JSON. */
export function sampleOf(exchange: WireExchange): TextRequest | undefined {
  const body = fields(parseJsonText(exchange.request));
  if (!body) return undefined;
  const own = requestHeadersOf(exchange).filter(([name]) => !OF_THE_PAGE.has(name.toLowerCase()));
  return { path: requestLineOf(exchange).path, headers: Object.fromEntries(own), body };
}

/** Headers between the page and the gateway, and headers that a sample sets itself. */
const OF_THE_PAGE = new Set(["content-type", "accept", "x-request-id", "x-gateway-keep"]);
