/** The server of `npm start` and `npm run dev`: gateway paths go straight to the core, everything else to Next. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { loadSettings, type Settings } from "#lib/config/load-settings.ts";
import { SettingsError } from "#lib/config/settings-error.ts";
import { createRuntime, openBridges, type Runtime, setProcessRuntime } from "#lib/gateway/runtime.ts";
import { warmSandbox } from "#lib/gateway/warm-sandbox.ts";
import { isGatewayPath } from "./gateway-path.ts";
import { createNodeListener } from "./node-listener.ts";
import { startMessage } from "./start-message.ts";

/** Longer than the idle time of the usual load balancers, so that they never reuse a connection that is closing. */
const KEEP_ALIVE_MS = 75_000;
/** The longest time for a request's body: of a large file over a slow line. */
const UPLOAD_MS = 3_600_000;
const DRAIN_MS = 30_000;
const SWEEP_MS = 50;
/** For the last bytes of answers to slow clients. */
const LAST_BYTES_MS = 2_000;
/** Once the server has answered its first requests. */
const WARM_UP_DELAY_MS = 1_000;

/** Starts and stays up until a signal; every failure to start is one message and exit status 1. */
export async function serve({ dev, prepare }: { dev: boolean; prepare?: () => Promise<unknown> }): Promise<void> {
  try {
    // First: a wrong setting is told before a build of minutes, not after.
    const settings = loadSettings();
    await openBridges(settings);
    await prepare?.();
    await start(settings, dev);
  } catch (error) {
    console.error(error instanceof SettingsError ? error.message : error);
    process.exit(1);
  }
}

async function start(settings: Settings, dev: boolean): Promise<void> {
  const runtime = await openRuntime(settings);
  setProcessRuntime(runtime);
  const { default: next } = await import("next");
  const server = createServer();
  const pages = next({ dev, hostname: settings.host, port: settings.port, httpServer: server });
  await pages.prepare();
  const handlePage = pages.getRequestHandler();
  const handleGateway = createNodeListener(runtime);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = UPLOAD_MS;
  server.on("request", (request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] as string;
    if (isGatewayPath(path)) handleGateway(request, response);
    else handlePage(request, response).catch((error: unknown) => runtime.log(`A page failed: ${String(error)}`));
  });
  const port = await listen(server, settings);
  stopOnSignals(server, runtime);
  const { enabled } = settings.sandbox;
  if (enabled && settings.upstreams.length + settings.bridges.length === 0)
    setTimeout(warmSandbox, WARM_UP_DELAY_MS).unref();
  console.log(
    startMessage({
      settings: { ...settings, port },
      adminKeyFile: runtime.adminKey.file,
      token: runtime.signInTokens.issue(),
    }),
  );
}

async function openRuntime(settings: Settings): Promise<Runtime> {
  try {
    return await createRuntime(settings);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const { message } = error as Error;
    // A connection error may quote the URL, and with it a password.
    const field = settings.databaseUrl ? "DATABASE_URL" : "DATA_DIR";
    const reason = settings.databaseUrl ? message.replaceAll(settings.databaseUrl, "(the URL)") : message;
    throw new SettingsError({
      field,
      ...(settings.databaseUrl ? {} : { value: settings.dataDir }),
      expected: `a ${settings.databaseUrl ? "Postgres server that takes connections" : "folder that can be written"} (${reason})`,
    });
  }
}

function listen(server: Server, { port, host }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      reject(
        new SettingsError({
          field: taken ? "PORT" : "HOST",
          value: taken ? port : host,
          expected: taken
            ? "a free port: another program listens on this one"
            : `an address of this machine (${error.code})`,
        }),
      );
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function stopOnSignals(server: Server, runtime: Runtime): void {
  let stopping = false;
  const stop = async () => {
    // Whoever asks twice does not want to wait.
    if (stopping) process.exit(1);
    stopping = true;
    const { count } = runtime.exchanges;
    console.log(count > 0 ? `Stopping: ${count} requests under way get up to ${DRAIN_MS / 1000} s.` : "Stopping.");
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    await runtime.exchanges.drain(DRAIN_MS);
    // An answer that is complete here may still be on its way out of the socket.
    const sweeper = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    await Promise.race([closed, delay(LAST_BYTES_MS)]);
    clearInterval(sweeper);
    await runtime.close().catch((error: Error) => console.error(`The store could not be flushed: ${error.message}`));
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
