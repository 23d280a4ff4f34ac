import { existsSync, readFileSync } from "node:fs";
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_SERVER } from "next/constants.js";

const fileAt = (path) => new URL(path, import.meta.url);

/**
 * @param {string} phase
 * @returns {Promise<import("next").NextConfig>}
 */
export default async function config(phase) {
  // `npm run build` has done this; after a plain `next build`, the first start does it.
  if (phase === PHASE_PRODUCTION_SERVER && !existsSync(fileAt(".next/pages-finished"))) {
    const { finishPages } = await import("./scripts/finish-pages.ts");
    finishPages(fileAt(".next").pathname);
  }
  if (phase === PHASE_PRODUCTION_SERVER) {
    const { refuseWebSockets } = await import("./lib/server/refuse-web-sockets.ts");
    refuseWebSockets();
  }
  return {
    reactStrictMode: true,
    poweredByHeader: false,
    // SDKs may write a trailing slash; a redirect would cost them a round trip.
    skipTrailingSlashRedirect: true,
    // `npm run check` runs the type checker over everything, tests and scripts included.
    typescript: { ignoreBuildErrors: true },
    // As the other pages do: else the shared page loads a thousand files of packages one by one.
    bundlePagesRouterDependencies: true,
    // Node loads these packages unbundled: native code, worker files and large tables do not belong in a bundle.
    serverExternalPackages: [
      ...["sharp", "pg", "@redis/client", "@aws-sdk/client-s3", "undici", "unpdf", "gpt-tokenizer", "pino"],
      "@modelcontextprotocol/sdk",
      ...["api", "core", "resources", "sdk-trace", "sdk-metrics"].map((name) => `@opentelemetry/${name}`),
      ...["trace", "metrics"].map((name) => `@opentelemetry/exporter-${name}-otlp-http`),
    ],
    // The gateway's paths as its clients write them; the route handlers are under `/api`. Read when Next builds.
    async rewrites() {
      const { rootSegments } = await import("./lib/gateway/assembly/routes.ts");
      return [
        // One document for all links: the browser reads the secret from the address.
        { source: "/live/:secret", destination: "/live" },
        ...rootSegments.map((segment) => ({ source: `/${segment}/:path*`, destination: `/api/${segment}/:path*` })),
      ];
    },
    // Headers of everything but the gateway's own responses. Read when Next builds; the pages' scripts are known later.
    async headers() {
      const { listHeaders } = await import("./lib/server/header-rules.ts");
      const remoteImage = readFileSync(fileAt("public/remote-image.html"), "utf8");
      return listHeaders({ dev: phase === PHASE_DEVELOPMENT_SERVER, remoteImage });
    },
  };
}
