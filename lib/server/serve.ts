/** The server of `npm start` and `npm run dev`: gateway paths go straight to the core, everything else to Next. */
import cluster from "node:cluster";
import { EventEmitter } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { formatServerUrl } from "#lib/config/format-server-url.ts";
import { loadSettings, type Settings } from "#lib/config/load-settings.ts";
import { SettingsError } from "#lib/config/settings-error.ts";
import { createServices } from "../gateway/assembly/create-services.ts";
import { openBridges } from "../gateway/assembly/open-bridges.ts";
import { createProcessRedactor, type ProcessRedactor, redactOutput } from "../gateway/assembly/process-redactor.ts";
import { setProcessServices } from "../gateway/assembly/process-services.ts";
import type { AllServices } from "../gateway/assembly/services.ts";
import { warmSandbox } from "../gateway/assembly/warm-sandbox.ts";
import { ADMIN } from "../gateway/request/key-ring.ts";
import { isGatewayPath } from "./gateway-path.ts";
import { createHttpServer } from "./http-server.ts";
import { growNewSpace } from "./new-space.ts";
import { createNodeListener } from "./node-listener.ts";
import type { PreparePages } from "./pages.ts";
import { runWorkers } from "./run-workers.ts";
import { redirectToSignIn } from "./sign-in-redirect.ts";
import { startMessage } from "./start-message.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { isShort } from "./unread-body.ts";
import { acceptWebSockets, opensWebSocket } from "./web-sockets.ts";

/** Delay until the server has answered its first requests. */
const WARM_UP_DELAY_MS = 1_000;

/** Starts and stays up until a signal; every failure to start is one message and exit status 1. */
export async function serve({ dev, preparePages }: { dev: boolean; preparePages?: PreparePages }): Promise<void> {
  const begin = endOnSignals();
  ignoreOutputErrors();
  try {
    const settings = loadSettings();
    const redactor = createProcessRedactor(settings);
    redactOutput(redactor.redact);
    if (!dev && settings.workers > 1 && cluster.isPrimary) {
      begin();
      return await runWorkers(settings.workers);
    }
    await openBridges(settings);
    await start(settings, { dev, redactor, begin, ...(preparePages ? { preparePages } : {}) });
  } catch (error) {
    console.error(error instanceof SettingsError ? error.message : error);
    process.exit(1);
  }
}

async function start(
  settings: Settings,
  {
    dev,
    redactor,
    begin,
    preparePages,
  }: { dev: boolean; redactor: ProcessRedactor; begin: () => void; preparePages?: PreparePages },
): Promise<void> {
  const services = await openServices(settings, redactor);
  setProcessServices(services);
  const handleGateway = createNodeListener(services);
  const server = createHttpServer(
    (request, response) => {
      // Without pages the gateway answers every path, so that an unknown one gets its error.
      if (!handlePage || isGateway(request)) handleGateway(request, response);
      else void openPage(request, response);
    },
    {
      takesUpgrade: (request) =>
        opensWebSocket(request) || (dev && !isGateway(request) && pageUpgrades.listenerCount("upgrade") > 0),
    },
  );
  // Next reloads pages over a WebSocket while developing. On the server itself it would end those of the gateway.
  const pageUpgrades = new EventEmitter();
  acceptWebSockets(server, services, (...upgrade) => pageUpgrades.emit("upgrade", ...upgrade));
  const handlePage = settings.pages
    ? await (await import("./pages.ts")).createPages(settings, {
        dev,
        server,
        upgrades: pageUpgrades,
        log: services.log,
        announces: announces(),
        ...(preparePages ? { prepare: preparePages } : {}),
      })
    : undefined;
  async function openPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    askForPageBody(request, response);
    try {
      if (await redirectToSignIn(request, response, services)) return;
    } catch (error) {
      services.log(`A visitor could not be identified: ${String(error)}`);
    }
    handlePage?.(request, response);
  }

  const port = await listen(server, settings);
  stopOnSignals(server, services);
  begin();
  growNewSpace(true);
  // Without pages nobody tries the sandbox first, and its tokenizer takes 100 MB.
  if (settings.pages && settings.upstreams.length + settings.bridges.length === 0)
    setTimeout(() => warmSandbox(services), WARM_UP_DELAY_MS).unref();
  if (!announces()) return;
  const listening = { ...settings, port };
  // A collector of JSON must not store the link, which signs in as the administrator.
  if (settings.logging.format === "json")
    services.log(`Parlance is ready at ${formatServerUrl(listening)}`, { level: "info" });
  else {
    const { token } = await services.signInTokens.issue(ADMIN.keyId);
    console.log(startMessage({ settings: listening, adminKeyFile: services.adminKey.file, token }));
  }
}

/**
 * Ends the process at SIGTERM or SIGINT while it starts: a migration that runs is rolled back. The system itself ends
 * any process but the first one of a container, which needs a handler.
 * @returns ends that, once the server handles signals
 */
function endOnSignals(): () => void {
  const end = () => process.exit(0);
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, end);
  return () => {
    for (const signal of ["SIGTERM", "SIGINT"]) process.off(signal, end);
  };
}

/**
 * Goes on without output when it cannot be written: whoever reads the log has ended, or the disk is full. Node ends the
 * process otherwise, and the error handlers of Next, which print each error, would print without end.
 */
function ignoreOutputErrors(): void {
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
}

/** True for one of the workers that share the port, and the first time it starts: messages are printed once. */
function announces(): boolean {
  return cluster.worker === undefined || cluster.worker.id === 1;
}

function isGateway({ url = "/" }: IncomingMessage): boolean {
  return isGatewayPath(url.split("?", 1)[0] as string);
}

/** Next does not read the bodies of pages, and Node discards them, however long: a long body closes its connection. */
function askForPageBody(request: IncomingMessage, response: ServerResponse): void {
  if (!isShort(request)) response.setHeader("connection", "close");
  if (request.headers.expect !== undefined) response.writeContinue();
}

async function openServices(settings: Settings, redactor: ProcessRedactor): Promise<AllServices> {
  try {
    return await createServices(settings, { redactor });
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
