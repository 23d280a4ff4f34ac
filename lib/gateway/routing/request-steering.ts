/** Headers with which a client steers one request of a model: its target, its time limit, and what may be dropped. */
import type { OnLoss } from "#lib/config/model-routes.ts";
import { errors } from "#lib/http/errors.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";

export type Steering = {
  /** The only model of the route to try. */
  only?: string;
  /** Limit on the whole response. */
  timeoutMs?: number;
  onLoss?: OnLoss;
  /** True where the gateway may do what an upstream's API cannot. */
  emulates?: boolean;
};

const NO_STEERING: Steering = {};
const LONGEST_TIMEOUT_MS = 86_400_000;

/** @throws GatewayError 400 that names the header and the expected value */
export function readSteering({ headers }: Pick<HttpRequest, "headers">): Steering {
  const route = headers["x-gateway-route"];
  const timeout = headers["x-gateway-timeout-ms"];
  const onLoss = headers["x-gateway-on-loss"];
  const emulate = headers["x-gateway-emulate"];
  if (route === undefined && timeout === undefined && onLoss === undefined && emulate === undefined) return NO_STEERING;
  return {
    ...(route === undefined ? {} : { only: readOnly(String(route)) }),
    ...(timeout === undefined ? {} : { timeoutMs: readTimeout(String(timeout)) }),
    ...(onLoss === undefined ? {} : { onLoss: readOnLoss(String(onLoss)) }),
    ...(emulate === undefined ? {} : { emulates: readEmulate(String(emulate)) }),
  };
}

function readEmulate(value: string): boolean {
  if (value === "on" || value === "off") return value === "on";
  throw errors.headerInvalid({ param: "x-gateway-emulate", expected: "on or off", value });
}

function readOnly(value: string): string {
  const model = /^only=(\S+)$/.exec(value.trim())?.[1];
  if (model !== undefined) return model;
  throw errors.headerInvalid({ param: "x-gateway-route", expected: "only=<model>", value });
}

function readTimeout(value: string): number {
  const ms = /^\d{1,8}$/.test(value) ? Number(value) : 0;
  if (ms >= 1 && ms <= LONGEST_TIMEOUT_MS) return ms;
  const expected = `a whole number of milliseconds from 1 to ${LONGEST_TIMEOUT_MS}`;
  throw errors.headerInvalid({ param: "x-gateway-timeout-ms", expected, value });
}

function readOnLoss(value: string): OnLoss {
  if (value === "allow" || value === "refuse") return value;
  const fields = /^refuse:(.+)$/
    .exec(value)?.[1]
    ?.split(",")
    .map((field) => field.trim());
  if (fields?.every((field) => field !== "")) return fields;
  throw errors.headerInvalid({
    param: "x-gateway-on-loss",
    expected: "allow, refuse or refuse:<field>,<field>",
    value,
  });
}

/** Returns the dropped fields whose loss refuses the request; a field stands for all below it. */
export function listRefusedLosses(onLoss: OnLoss | undefined, dropped: readonly string[]): readonly string[] {
  if (onLoss === undefined || onLoss === "allow") return [];
  if (onLoss === "refuse") return dropped;
  return dropped.filter((name) => onLoss.some((field) => name === field || isBelow(name, field)));
}

function isBelow(name: string, field: string): boolean {
  return name.startsWith(field) && (name[field.length] === "." || name[field.length] === "[");
}
