/** Ids for function calls without one: other APIs connect a call to its result by its id (wire-formats §4.3). */
import { randomUUID } from "node:crypto";

/**
 * The same response always gets the same ids, if it has an id itself; two turns of a conversation never share one.
 * @returns the id of the `position`-th call of a choice
 */
export function createCallIds(responseId: string | undefined): (choice: number, position: number) => string {
  const base = (responseId || randomUUID()).replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 24);
  return (choice, position) => `call_${base}_${choice}_${position}`;
}
