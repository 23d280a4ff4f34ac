/**
 * The limit on how deep a body is nested. JSON.parse takes any depth, but whatever walks the value later, JSON.stringify
 * among them, takes the stack as deep as it is nested.
 */
import { GatewayError } from "./gateway-error.ts";

/** Objects and arrays in each other. The deepest schemas and tool arguments in use have some dozens. */
const DEEPEST = 200;

/** @throws GatewayError 400 that names the top-level field which is nested too deep */
export function requireShallow(body: unknown): void {
  if (typeof body !== "object" || body === null) return;
  for (const [name, field] of Object.entries(body)) {
    if (!isDeeper(field, DEEPEST - 1)) continue;
    const param = Array.isArray(body) ? undefined : name.slice(0, 100);
    throw new GatewayError({
      status: 400,
      message: `Invalid ${param === undefined ? "body" : `value for ${param}`}: it is nested deeper than the ${DEEPEST} levels that this gateway takes.`,
      param,
      code: "invalid_value",
    });
  }
}

/** Loops without a copy of the fields: every request's body is walked. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const inner of value) if (isDeeper(inner, levels - 1)) return true;
    return false;
  }
  for (const name in value) if (isDeeper((value as Record<string, unknown>)[name], levels - 1)) return true;
  return false;
}
