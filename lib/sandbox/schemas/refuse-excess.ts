/** Refuses a schema that asks for more than the sandbox makes up, before anything is compiled or generated. */
import { isRecord } from "#lib/contract/is-record.ts";
import { patternReach, patternSteps } from "./pattern-steps.ts";

/** Limit on steps of half a microsecond to generate all values of one schema. */
export const MOST_STEPS = 200_000;
/** Some of what a schema names is optional, and not made. */
const MOST_STEPS_WITH_OPTIONALS = 2 * MOST_STEPS;
const LARGEST_SIZE = 5_000;
const LONGEST_PATTERN = 1_000;
/** Limit on the sum of steps when all counted repeats of a pattern are at their maximum. */
const FARTHEST_REACH = 100_000;
const DEEPEST = 100;
/** Limit on objects within a schema; compiling one takes a tenth of a millisecond. */
const MOST_PARTS = 2_000;
/** Limit on alternatives and conditions, each of which is compared with all others. */
const MOST_BRANCHES = 500;
const BRANCHING = new Set(["allOf", "anyOf", "oneOf", "patternProperties", "dependentSchemas"]);
/**
 * The generator makes a string so many times before it gives up the bounds on its length, where few strings keep them.
 */
const TRIES_FOR_A_RARE_LENGTH = 51;
const TRIES_FOR_A_USUAL_LENGTH = 2;

/** @throws an Error with the reason */
export function refuseExcess(schema: unknown): void {
  const sums = { parts: 0, branches: 0, steps: 0 };

  /** Sizes that the schema demands multiply as they nest. */
  function visit(part: unknown, factor: number, depth: number): void {
    if (typeof part !== "object" || part === null) return;
    if (depth > DEEPEST) throw new Error(`it is nested more than ${DEEPEST} levels deep`);
    if (++sums.parts > MOST_PARTS) throw tooMuch(`it has more than ${MOST_PARTS} parts`);
    const own = factor * elementsOf(part);
    if (own > LARGEST_SIZE) throw tooMuch(`it asks for more than ${LARGEST_SIZE} elements`);
    sums.branches += branchesOf(part);
    if (sums.branches > MOST_BRANCHES) throw tooMuch(`it has more than ${MOST_BRANCHES} alternatives`);
    refuseLongStrings(part as Record<string, unknown>);
    sums.steps += stringSteps(part as Record<string, unknown>) * own;
    if (sums.steps > MOST_STEPS_WITH_OPTIONALS) throw tooMuch("its strings in all ask for more");
    for (const value of Object.values(part)) visit(value, own, depth + 1);
  }

  visit(schema, 1, 0);
}

/** @returns about how many steps one string takes that is made under this schema */
export function stringSteps({ pattern, minLength, maxLength }: Record<string, unknown>): number {
  const fewest = typeof minLength === "number" ? minLength : 0;
  const most = typeof maxLength === "number" ? maxLength : Number.POSITIVE_INFINITY;
  if (typeof pattern !== "string") return fewest;
  const steps = patternSteps(pattern);
  const tries = fewest <= steps && steps <= most ? TRIES_FOR_A_USUAL_LENGTH : TRIES_FOR_A_RARE_LENGTH;
  return fewest + steps * tries;
}

function elementsOf(part: object): number {
  return Object.entries(part)
    .filter(([keyword]) => ["minItems", "minProperties", "minContains"].includes(keyword))
    .reduce((product, [, value]) => product * (typeof value === "number" ? Math.max(value, 1) : 1), 1);
}

function branchesOf(part: object): number {
  return Object.entries(part)
    .filter(([keyword, value]) => BRANCHING.has(keyword) && typeof value === "object" && value !== null)
    .reduce((sum, [, value]) => sum + Object.keys(value).length, "if" in part ? 1 : 0);
}

function refuseLongStrings(part: Record<string, unknown>): void {
  const { pattern, minLength, patternProperties } = part;
  if (typeof minLength === "number" && minLength > LARGEST_SIZE) throw tooMuch("its minLength asks for more");
  const patterns = [
    ...(typeof pattern === "string" ? [pattern] : []),
    ...(isRecord(patternProperties) ? Object.keys(patternProperties) : []),
  ];
  if (patterns.some(isExcessive)) throw tooMuch("its pattern asks for more");
}

function isExcessive(pattern: string): boolean {
  return (
    pattern.length > LONGEST_PATTERN || patternSteps(pattern) > LARGEST_SIZE || patternReach(pattern) > FARTHEST_REACH
  );
}

function tooMuch(problem: string): Error {
  const isComparison = problem.endsWith("more");
  return new Error(
    isComparison ? `${problem} than the sandbox makes up` : `${problem}, which the sandbox does not make up`,
  );
}
