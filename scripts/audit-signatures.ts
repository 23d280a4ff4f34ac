/**
 * `npm run audit:signatures`: verifies the registry's signatures and provenance of all installed packages. Exit status
 * 0: verified; 1: a signature is missing or wrong; 2: not checked, for the registry or its signing keys are out of
 * reach.
 */
import { spawnSync } from "node:child_process";

/** npm's messages when the registry has no keys or does not answer, or its root of trust cannot be fetched. */
const OUT_OF_REACH =
  /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|E40[1345]|TUF|no dependencies to audit that were installed from a supported registry/i;
const WRONG = /invalid|missing|tamper/i;

const { status, stdout, stderr, error } = spawnSync("npm", ["audit", "signatures"], {
  encoding: "utf8",
  shell: process.platform === "win32",
});
process.stdout.write(stdout ?? "");
process.stderr.write(stderr ?? "");
const output = `${stdout}${stderr}`;
if (error) {
  console.error(`audit:signatures: npm could not be started: ${error.message}`);
  process.exitCode = 2;
} else if (status !== 0 && OUT_OF_REACH.test(output) && !WRONG.test(stdout)) {
  console.error("audit:signatures: not checked: this registry has no signing keys, or they could not be fetched.");
  process.exitCode = 2;
} else {
  process.exitCode = status === 0 ? 0 : 1;
}
