/** Ids for function calls that came without one: others tie a call to its result by them (wire-formats §4.3). */
import { randomUUID } from "node:crypto";

/**
 * The same for the same response wherever it names itself, and never the same in two turns of a conversation.
 * @returns the id of the `position`-th call of a choice
 */
export function createCallIds(responseId: string | undefined): (choice: number, position: number) => string {
  const base = (responseId || randomUUID()).replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 24);
  return (choice, position) => `call_${base}_${choice}_${position}`;
}
