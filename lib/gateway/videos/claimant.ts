/** Who works at a task: this process, told apart from all others and from those that were killed. */
import { hostname } from "node:os";
import { isAlive } from "#lib/media/is-alive.ts";
import { randomName } from "#lib/media/random-name.ts";

const NONCE_LENGTH = 12;

/** Those of this process: usually one. */
const own = new Set<string>();

/** A name for whoever works in this process; a process that has its id after it has another one. */
export function createClaimant(): string {
  const claimant = `${hostname()}/${process.pid}/${randomName(NONCE_LENGTH)}`;
  own.add(claimant);
  return claimant;
}

/** It works no more. */
export function endClaimant(claimant: string): void {
  own.delete(claimant);
}

/**
 * Whether the process behind a claim is certainly gone, so that its tasks need not wait until the claim runs out. Of
 * another machine's it is not known.
 */
export function isGone(claimant: string): boolean {
  const [host, pid = ""] = claimant.split("/");
  if (host !== hostname()) return false;
  return pid === String(process.pid) ? !own.has(claimant) : !isAlive(Number(pid));
}
