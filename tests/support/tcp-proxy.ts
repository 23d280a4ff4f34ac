/** A TCP proxy in front of a server of 127.0.0.1, which can be cut, frozen and mended. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export async function startTcpProxy(target: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  let isFrozen = false;
  const server = createServer((client) => {
    if (isCut) return client.destroy();
    if (isFrozen) {
      sockets.add(client);
      client.on("error", () => {});
      client.on("close", () => sockets.delete(client));
      return;
    }
    const upstream = connect(target, "127.0.0.1");
    for (const [socket, other] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  function dropAll(): void {
    for (const socket of sockets) socket.destroy();
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      dropAll();
    },
    /** Connections stay open, new ones are taken, and nothing passes. */
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend() {
      if (isFrozen) dropAll();
      isCut = false;
      isFrozen = false;
    },
    async close() {
      dropAll();
      server.close();
      await once(server, "close");
    },
  };
}
