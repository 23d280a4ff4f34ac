/** Who works at a task: this process, told apart from all others and from those that were killed. */
import { hostname } from "node:os";
import { randomName } from "#lib/media/random-name.ts";

const NONCE_LENGTH = 12;

/** A name for this process; a process that has its id after it has another one. */
export function createClaimant(): string {
  return `${hostname()}/${process.pid}/${randomName(NONCE_LENGTH)}`;
}

/**
 * Whether the process behind a claim is certainly gone, so that its tasks need not wait until the claim runs out. Of
 * another machine's it is not known.
 */
export function isGone(claimant: string, own: string): boolean {
  const [host, pid = ""] = claimant.split("/");
  const [ownHost, ownPid] = own.split("/");
  if (claimant === own || host !== ownHost) return false;
  return pid === ownPid || !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is somebody else's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
