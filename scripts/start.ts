/** `npm start`: serves at once, and builds the pages beside it when the build is missing or stale. */
import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Half the time of a start is spent on compiling modules. Only modules that are imported later are cached.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/compiled-modules"));
// React and Next choose their production code by it.
Object.assign(process.env, { NODE_ENV: "production" });
const [{ serve }, { ensureBuild }] = await Promise.all([import("#lib/server/serve.ts"), import("./build.ts")]);
await serve({ dev: false, build: (onStep) => ensureBuild({ onStep }) });
