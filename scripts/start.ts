/** `npm start`: builds the pages when the build is missing or stale, then serves. */
import { serve } from "#lib/server/serve.ts";
import { ensureBuild } from "./build.ts";

// React and Next choose their production code by it.
Object.assign(process.env, { NODE_ENV: "production" });
await serve({ dev: false, prepare: () => ensureBuild() });
