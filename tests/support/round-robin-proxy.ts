/** An HTTP proxy that sends each request to the next of its servers, as a load balancer before several instances does. */
import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type RoundRobinProxy = {
  /** Without a trailing slash. */
  url: string;
  close(): Promise<void>;
};

/**
 * A request whose server takes no connection goes to the next server; a broken response breaks at the client.
 * @param targets returns the URLs of the servers that are in use now
 */
export async function startRoundRobinProxy(targets: () => readonly string[]): Promise<RoundRobinProxy> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  function pass(incoming: IncomingMessage, response: ServerResponse, body: Buffer, triesLeft: number): void {
    const urls = targets();
    const url = urls[turn++ % urls.length];
    if (url === undefined || triesLeft === 0) {
      response.writeHead(502).end("No instance takes this request.");
      return;
    }
    const { method, headers, url: path } = incoming;
    const passed = request(`${url}${path}`, { method, headers: { ...headers, host: new URL(url).host }, agent });
    passed.on("response", (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      response.flushHeaders();
      received.on("error", () => response.destroy());
      received.on("aborted", () => response.destroy());
      received.pipe(response);
    });
    passed.on("error", (error: NodeJS.ErrnoException) => {
      if (response.headersSent || response.destroyed) response.destroy();
      // Only a request that no server has seen is sent again. A reused connection may have closed just before.
      else if (error.code === "ECONNREFUSED" || (passed.reusedSocket && method === "GET"))
        pass(incoming, response, body, triesLeft - 1);
      else response.destroy();
    });
    response.on("close", () => {
      if (!response.writableFinished) passed.destroy();
    });
    passed.end(body);
  }

  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    try {
      for await (const part of incoming) parts.push(part);
    } catch {
      return;
    }
    pass(incoming, response, Buffer.concat(parts), 5);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
