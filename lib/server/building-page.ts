/** Page shown in place of any other while the pages are being built. It asks again by itself. */
import type { ServerResponse } from "node:http";
import { PAGE_HEADERS } from "./page-headers.ts";

/** Progress of the build. */
export type BuildProgress = {
  /** Step under way, such as `Compiling`. */
  step: string;
  /** Unix milliseconds. */
  startedAt: number;
  /** True when the pages could not be built or unpacked. */
  hasFailed?: boolean;
};

const REFRESH_SECONDS = 2;

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

export function sendBuildingPage(response: ServerResponse, progress: BuildProgress, now = Date.now()): void {
  const { hasFailed = false } = progress;
  response.writeHead(503, {
    ...PAGE_HEADERS,
    "content-security-policy": POLICY,
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    ...(hasFailed ? {} : { "retry-after": String(REFRESH_SECONDS) }),
  });
  const seconds = Math.round((now - progress.startedAt) / 1000);
  response.end(
    hasFailed
      ? writePage("The pages are not ready", "The gateway's log has the reason. The API works.")
      : writePage("Building the pages", `${progress.step} · ${seconds} s`, { isRunning: true }),
  );
}

function writePage(title: string, detail: string, { isRunning = false } = {}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isRunning ? `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">` : ""}
<title>${title} · Parlance</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif }
main { padding: 24px; max-width: 32rem }
h1 { font-size: 24px; line-height: 1.3; margin: 0 0 8px }
p { margin: 0 0 16px }
progress { width: 100% }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p role="status">${detail.replace(/[<&]/g, "")}</p>
${isRunning ? '<progress aria-label="Build"></progress><p>This happens once, at the first start. The API works already. This page opens by itself.</p>' : ""}
</main>
</body>
</html>
`;
}
