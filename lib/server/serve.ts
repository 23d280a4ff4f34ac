/** The server of `npm start` and `npm run dev`: gateway paths go straight to the core, everything else to Next. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { loadSettings, type Settings } from "#lib/config/load-settings.ts";
import { SettingsError } from "#lib/config/settings-error.ts";
import { createServices, openBridges } from "../gateway/assembly/create-services.ts";
import { createProcessRedactor } from "../gateway/assembly/process-redactor.ts";
import { setProcessServices } from "../gateway/assembly/process-services.ts";
import type { AllServices } from "../gateway/assembly/services.ts";
import { warmSandbox } from "../gateway/assembly/warm-sandbox.ts";
import { ADMIN } from "../gateway/request/key-ring.ts";
import { isGatewayPath } from "./gateway-path.ts";
import { createHttpServer } from "./http-server.ts";
import { createNodeListener } from "./node-listener.ts";
import { createPages } from "./pages.ts";
import { redactOutput } from "./redact-output.ts";
import { startMessage } from "./start-message.ts";
import { isShort } from "./unread-body.ts";

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
    redactOutput(createProcessRedactor(settings).redact);
    await openBridges(settings);
    await prepare?.();
    await start(settings, dev);
  } catch (error) {
    console.error(error instanceof SettingsError ? error.message : error);
    process.exit(1);
  }
}

async function start(settings: Settings, dev: boolean): Promise<void> {
  const services = await openServices(settings);
  setProcessServices(services);
  const handleGateway = createNodeListener(services);
  const server = createHttpServer(
    (request, response) => {
      if (isGateway(request)) handleGateway(request, response);
      else {
        askForPageBody(request, response);
        handlePage(request, response);
      }
    },
    // Next reloads pages over a WebSocket while developing, for which it adds a listener.
    { takesUpgrade: (request) => dev && !isGateway(request) && server.listenerCount("upgrade") > 0 },
  );
  const handlePage = await createPages(settings, { dev, server, log: services.log });
  const port = await listen(server, settings);
  stopOnSignals(server, services);
  const { enabled } = settings.sandbox;
  if (enabled && settings.upstreams.length + settings.bridges.length === 0)
    setTimeout(() => warmSandbox(services), WARM_UP_DELAY_MS).unref();
  console.log(
    startMessage({
      settings: { ...settings, port },
      adminKeyFile: services.adminKey.file,
      token: services.signInTokens.issue(ADMIN.keyId).token,
    }),
  );
}

function isGateway({ url = "/" }: IncomingMessage): boolean {
  return isGatewayPath(url.split("?", 1)[0] as string);
}

/** Next does not read the bodies of pages, and Node discards them however long they are: a long one ends its connection. */
function askForPageBody(request: IncomingMessage, response: ServerResponse): void {
  if (!isShort(request)) response.setHeader("connection", "close");
  if (request.headers.expect !== undefined) response.writeContinue();
}

async function openServices(settings: Settings): Promise<AllServices> {
  try {
    return await createServices(settings);
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

function stopOnSignals(server: Server, services: AllServices): void {
  let stopping = false;
  const stop = async () => {
    // A second signal ends the process at once.
    if (stopping) process.exit(1);
    stopping = true;
    const { count } = services.inFlight;
    console.log(count > 0 ? `Stopping: ${count} requests under way get up to ${DRAIN_MS / 1000} s.` : "Stopping.");
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    await services.inFlight.drain(DRAIN_MS);
    // An answer that is complete here may still be on its way out of the socket.
    const sweeper = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    await Promise.race([closed, delay(LAST_BYTES_MS)]);
    clearInterval(sweeper);
    await services.close().catch((error: Error) => console.error(`The store could not be flushed: ${error.message}`));
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
