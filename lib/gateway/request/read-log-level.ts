/** Decides what the log has of a request: by the rule of its key, and by its header `x-gateway-log`. */
import type { BodyPolicy } from "#lib/contract/request-record.ts";
import { errors } from "#lib/http/errors.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import type { Principal } from "./key-ring.ts";
import type { RequestLogLevel } from "./recorder.ts";
import type { Services } from "./services.ts";

export const LOG_HEADER = "x-gateway-log";

const NO_BODIES: RequestLogLevel = { bodies: "off", hidesText: false };
const ERROR_BODIES: RequestLogLevel = { bodies: "errors", hidesText: false };
const ALL_BODIES: RequestLogLevel = { bodies: "all", hidesText: false };

/**
 * A request may ask for less than its key's rule, and for more only where that is `requested`.
 * @throws GatewayError 400 for another value of the header
 */
export function readLogLevel(
  { headers }: Pick<HttpRequest, "headers">,
  { policy, group }: Pick<Principal, "policy" | "group">,
  { settings }: Pick<Services, "settings">,
): RequestLogLevel {
  const ofGroup = group === undefined ? undefined : settings.keys.groups[group];
  const rule = policy?.log_bodies ?? ofGroup?.log_bodies ?? settings.requestLog.bodies;
  const header = headers[LOG_HEADER];
  if (header === undefined) return getUsualLevel(rule);
  switch (header) {
    case "off":
      return { bodies: "off", hidesText: true, told: "off" };
    case "meta":
      return { ...NO_BODIES, told: "meta" };
    case "full":
      if (rule === "off") return { ...NO_BODIES, told: "meta" };
      return rule === "errors" ? { ...ERROR_BODIES, told: "errors" } : { ...ALL_BODIES, told: "full" };
    default:
      throw errors.headerInvalid({ param: LOG_HEADER, expected: "off, meta or full", value: String(header) });
  }
}

function getUsualLevel(rule: BodyPolicy): RequestLogLevel {
  if (rule === "all") return ALL_BODIES;
  return rule === "errors" ? ERROR_BODIES : NO_BODIES;
}
