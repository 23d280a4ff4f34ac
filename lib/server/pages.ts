/** Pages, served by Next. */
import { EventEmitter, once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Settings } from "#lib/config/load-settings.ts";
import { programRoot } from "#lib/config/program-root.ts";
import { type BuildProgress, sendBuildingPage } from "./building-page.ts";
import { PAGE_HEADERS } from "./page-headers.ts";

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Builds the pages when they are missing or stale, or unpacks those of the package. */
export type PreparePages = (options: {
  /** Is called with each step of a build. */
  onStep: (step: string) => void;
  dataDir: string;
}) => Promise<{
  /** True when they were built now. */
  built?: boolean;
  seconds?: number;
  /** Folder that has them; that of the program otherwise. */
  folder?: string;
}>;

/**
 * Serves the pages. While they are being built, a page that says so is in their place; while they are unpacked, a page
 * waits.
 * Loads Next at the first page, which takes about half a second: a gateway that only serves the API saves its memory.
 * In development it loads at once, so that its messages come first.
 * @param log log for pages that failed; their requests get a 500
 */
export async function createPages(
  { host, port, dataDir }: Pick<Settings, "host" | "port" | "dataDir">,
  {
    dev,
    server,
    upgrades = new EventEmitter(),
    log,
    announces = true,
    prepare,
  }: {
    dev: boolean;
    server: Server;
    /** Emits `upgrade` for pages. */
    upgrades?: EventEmitter;
    log: (line: string) => void;
    /** False when another process prints that the pages are being built. */
    announces?: boolean;
    prepare?: PreparePages;
  },
): Promise<(request: IncomingMessage, response: ServerResponse) => void> {
  let loading: Promise<PageHandler> | undefined;
  let folder = programRoot;

  async function load(): Promise<PageHandler> {
    try {
      const { default: next } = await loadNext(folder);
      const pages = next({ dev, dir: folder, hostname: host, port, httpServer: upgrades as Server });
      await pages.prepare();
      return pages.getRequestHandler();
    } catch (error) {
      // The cause, such as too many open files, may be gone at the next page.
      loading = undefined;
      throw error;
    }
  }

  let progress: BuildProgress | undefined;
  /** Resolves once the pages are ready, or are being built. */
  let checked: Promise<void> | undefined;

  /** Returns once the pages are ready, or a build has begun. */
  function startPreparing(run: PreparePages): Promise<void> {
    return new Promise((resolve) => {
      const onStep = (step: string) => {
        if (!progress && announces) console.log("  The pages are being built; the API works already.\n");
        progress ??= { step, startedAt: Date.now() };
        progress.step = step;
        resolve();
      };
      run({ onStep, dataDir })
        .then(({ built = false, seconds = 0, folder: prepared }) => {
          folder = prepared ?? folder;
          if (built && announces) console.log(`  The pages are ready (built in ${Math.round(seconds)} s).\n`);
          progress = undefined;
        })
        .catch((error) => {
          progress = { step: "", startedAt: Date.now(), hasFailed: true };
          log(`The pages could not be prepared: ${String(error)}`);
        })
        .finally(resolve);
    });
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await checked;
    if (progress) return sendBuildingPage(response, progress);
    loading ??= load();
    try {
      const handlePage = await loading;
      await handlePage(request, response);
    } catch (error) {
      log(`A page failed: ${String(error)}`);
      if (!response.headersSent)
        response.writeHead(500, { ...PAGE_HEADERS, "content-type": "text/plain; charset=utf-8" });
      response.end("This page could not be loaded. The gateway's log has the reason.");
    }
  }

  if (dev) {
    loading = load();
    await loading;
  }
  if (prepare) {
    // The start message is printed in between.
    checked = once(server, "listening")
      .then(() => nextTurn())
      .then(() => startPreparing(prepare));
  }
  return (request, response) => void handle(request, response);
}

/** The package has Next beside the pages, so that it is looked up from there. */
function loadNext(folder: string): Promise<typeof import("next")> {
  return import(pathToFileURL(createRequire(join(folder, "package.json")).resolve("next")).href);
}
