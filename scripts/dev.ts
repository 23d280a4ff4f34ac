/**
 * `npm run dev`: the same server with Next's development mode; Node restarts it when the gateway's own code changes.
 */
import { serve } from "#lib/server/serve.ts";

await serve({ dev: true });
