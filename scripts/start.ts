/** `npm start`: serves at once, and builds the pages beside it when the build is missing or stale. */
import { serve } from "#lib/server/serve.ts";
import { ensureBuild } from "./build.ts";

// React and Next choose their production code by it.
Object.assign(process.env, { NODE_ENV: "production" });
await serve({ dev: false, build: (onStep) => ensureBuild({ onStep }) });
