/** Pages, served by Next. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Settings } from "#lib/config/load-settings.ts";
import { PAGE_HEADERS } from "./page-headers.ts";

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Loads Next at the first page, which takes about half a second: a gateway that only serves the API saves its memory.
 * In development it loads at once, so that its messages come first.
 * @param log log for pages that failed; their requests get a 500
 */
export async function createPages(
  { host, port }: Pick<Settings, "host" | "port">,
  { dev, server, log }: { dev: boolean; server: Server; log: (line: string) => void },
): Promise<(request: IncomingMessage, response: ServerResponse) => void> {
  let loading: Promise<PageHandler> | undefined;

  async function load(): Promise<PageHandler> {
    try {
      const { default: next } = await import("next");
      const pages = next({ dev, hostname: host, port, httpServer: server });
      await pages.prepare();
      return pages.getRequestHandler();
    } catch (error) {
      // The cause, such as too many open files, may be gone at the next page.
      loading = undefined;
      throw error;
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
  return (request, response) => void handle(request, response);
}
