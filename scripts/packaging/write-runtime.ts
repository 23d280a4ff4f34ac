/** Node for the container images, which have no Node of their own. */
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** For `docker exec`, in an image without a shell. */
const COMMAND = `#!/usr/local/bin/node
import("/app/scripts/cli.js");
`;

/**
 * Writes what the images have below `/usr/local`: Node as npm has installed it, without its symbols where `strip` is
 * at hand (33 MB less), the one library of it that the base image lacks, and the command `parlance`.
 */
export function writeRuntime({ root, target }: { root: string; target: string }): void {
  rmSync(target, { recursive: true, force: true });
  for (const folder of ["bin", "lib"]) mkdirSync(join(target, folder), { recursive: true });
  const node = join(target, "bin/node");
  copyFileSync(realpathSync(join(root, "node_modules/.bin/node")), node);
  const stripped = spawnSync("strip", [node]);
  if (stripped.error) console.log("strip is not installed: Node keeps its symbols.");
  else if (stripped.status !== 0) throw new Error(`strip failed: ${stripped.stderr}`);
  const command = join(target, "bin/parlance");
  writeFileSync(command, COMMAND);
  chmodSync(command, 0o755);
  const library = findLibrary(node, "libatomic.so.1");
  if (library) copyFileSync(realpathSync(library), join(target, "lib/libatomic.so.1"));
}

/** @returns its path on this machine; undefined where the program does not load it */
function findLibrary(program: string, name: string): string | undefined {
  const { stdout } = spawnSync("ldd", [program], { encoding: "utf8" });
  const line = stdout?.split("\n").find((text) => text.trim().startsWith(name));
  return line && /=> (\/\S+)/.exec(line)?.[1];
}
