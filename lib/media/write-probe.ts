import { rm, writeFile } from "node:fs/promises";

/** A block, since fewer bytes may need no space. */
const PROBE_BYTES = 4_096;
/** Codes of a disk or a quota without space, and of a disk that fails. */
const UNUSABLE = new Set(["ENOSPC", "EDQUOT", "EIO"]);

/** Writes a small file and removes it, to show that its disk can be written. */
export async function writeProbe(path: string): Promise<void> {
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES), { mode: 0o600 });
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}

/** True for a disk that is full or fails; false for one that may not be written, on which a gateway can still run. */
export function isUnusableDisk(error: unknown): boolean {
  return UNUSABLE.has(String((error as NodeJS.ErrnoException).code));
}
