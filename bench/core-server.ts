/** The gateway as `npm start` mounts it, without the pages: nothing to build before a measurement. */
import { createServer } from "node:http";
import { loadSettings } from "#lib/config/load-settings.ts";
import { createRuntime } from "#lib/gateway/runtime.ts";
import { createNodeListener } from "#lib/server/node-listener.ts";

const settings = loadSettings();
const runtime = await createRuntime(settings);
const server = createServer(createNodeListener(runtime));
server.keepAliveTimeout = 75_000;
server.listen(settings.port, settings.host);
process.once("SIGTERM", async () => {
  server.closeAllConnections();
  await runtime.close();
  process.exit(0);
});
