/** `npm run dev`: the same server with Next's development mode; Node restarts it when the gateway's own code changes. */
import { serve } from "#lib/server/serve.ts";

// With it, Node's watch mode sends the names of imported files over the message port of every worker, among our own
// messages. The folders to watch are named in package.json.
delete process.env.WATCH_REPORT_DEPENDENCIES;
await serve({ dev: true });
