/** The gateway as `npm start` mounts it, without the pages: nothing to build before a measurement. */
import { loadSettings } from "#lib/config/load-settings.ts";
import { createServices } from "#lib/gateway/assembly/create-services.ts";
import { createHttpServer } from "#lib/server/http-server.ts";
import { createNodeListener } from "#lib/server/node-listener.ts";

const settings = loadSettings();
const services = await createServices(settings);
const metrics = { ...services.metrics, record() {} };
const server = createHttpServer(
  createNodeListener(process.env.BENCH_WITHOUT_METRICS ? { ...services, metrics } : services),
);
server.listen(settings.port, settings.host);
process.once("SIGTERM", async () => {
  server.closeAllConnections();
  await services.close();
  process.exit(0);
});
