/**
 * A gateway on raw Node `http` in a process of its own, told by its environment; its first line is its address. It
 * renders videos at half their size: long enough to be killed meanwhile, short enough to be begun again.
 */
import { flushCompileCache } from "node:module";
import type { AddressInfo } from "node:net";
import { loadSettings } from "#lib/config/load-settings.ts";
import { createServices } from "#lib/gateway/assembly/create-services.ts";
import { createHttpServer } from "#lib/server/http-server.ts";
import { createNodeListener } from "#lib/server/node-listener.ts";
import { stopOnSignals } from "#lib/server/stop-on-signals.ts";
import { acceptWebSockets, opensWebSocket } from "#lib/server/web-sockets.ts";
import { rendererOfSize } from "./small-renderer.ts";

const services = await createServices(loadSettings(), { renderVideo: rendererOfSize({ width: 360, height: 640 }) });
const server = createHttpServer(createNodeListener(services), { takesUpgrade: opensWebSocket });
acceptWebSockets(server, services);
stopOnSignals(server, services);
server.listen(0, "127.0.0.1", () => {
  // It is killed, and would not come to this at its end.
  flushCompileCache();
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
