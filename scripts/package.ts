/**
 * `npm run package` makes `dist/package`, which `npm pack` and `npm publish` take. `-- --images` makes the trees of the
 * container images too, for this platform: `dist/image` with the pages, `dist/headless` without, and `dist/runtime`.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensureBuild } from "./build.ts";
import { compileProgram, writeTree } from "./packaging/assemble.ts";
import { writeRuntime } from "./packaging/write-runtime.ts";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");
const { values } = parseArgs({ options: { images: { type: "boolean", default: false } } });

await ensureBuild();
const program = await compileProgram(root);
await writeTree(program, { target: join(root, "dist/package"), pages: "archive", native: false });
if (values.images) {
  await writeTree(program, { target: join(root, "dist/image"), pages: "files", native: true });
  await writeTree(program, { target: join(root, "dist/headless"), pages: "none", native: true });
  writeRuntime({ root, target: join(root, "dist/runtime") });
}
console.log(`Ready: ${values.images ? "dist/package, dist/image, dist/headless, dist/runtime" : "dist/package"}`);
