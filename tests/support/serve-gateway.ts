/** A gateway on raw Node `http` in a process of its own, told by its environment; its first line is its address. */
import { createServer } from "node:http";
import { flushCompileCache } from "node:module";
import type { AddressInfo } from "node:net";
import { loadSettings } from "#lib/config/load-settings.ts";
import { createRuntime } from "#lib/gateway/runtime.ts";
import { createNodeListener } from "#lib/server/node-listener.ts";

const runtime = await createRuntime(loadSettings());
const server = createServer(createNodeListener(runtime));
server.listen(0, "127.0.0.1", () => {
  // It is killed, and would not come to this at its end.
  flushCompileCache();
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
