/** The gateway's paths as its clients write them; the route handlers lie under `/api`. */
const GATEWAY_PATHS = ["/v1/:path*", "/v1beta/:path*", "/upload/:path*", "/healthz", "/readyz", "/openapi.json"];

/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // SDKs may write a trailing slash; a redirect would cost them a round trip.
  skipTrailingSlashRedirect: true,
  // `npm run check` runs the type checker over everything, tests and scripts included.
  typescript: { ignoreBuildErrors: true },
  // Loaded by Node as they are: native code, worker files and large tables do not belong in a bundle.
  serverExternalPackages: [
    "sharp",
    "pg",
    "undici",
    "unpdf",
    "gpt-tokenizer",
    "ajv",
    "ajv-formats",
    "json-schema-faker",
  ],
  rewrites: () => GATEWAY_PATHS.map((source) => ({ source, destination: `/api${source}` })),
};

export default config;
