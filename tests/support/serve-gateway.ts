/**
 * A gateway on raw Node `http` in a process of its own, told by its environment; its first line is its address. It renders
 * videos at half their size: long enough to be killed meanwhile, short enough to be begun again.
 */
import { createServer } from "node:http";
import { flushCompileCache } from "node:module";
import type { AddressInfo } from "node:net";
import { loadSettings } from "#lib/config/load-settings.ts";
import { createRuntime } from "#lib/gateway/runtime.ts";
import { createNodeListener } from "#lib/server/node-listener.ts";
import { rendererOfSize } from "./small-renderer.ts";

const runtime = await createRuntime(loadSettings(), { renderer: rendererOfSize({ width: 360, height: 640 }) });
const server = createServer(createNodeListener(runtime));
server.listen(0, "127.0.0.1", () => {
  // It is killed, and would not come to this at its end.
  flushCompileCache();
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
