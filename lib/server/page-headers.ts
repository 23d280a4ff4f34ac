/** Security headers of every page: one definition for the playground, shared pages and the frame of remote images. */
import { createHash } from "node:crypto";

type Directives = { [directive: string]: string };

/** Directives of every document: nothing is loaded unless a policy names it. */
const NOTHING: Directives = {
  "default-src": "'none'",
  "base-uri": "'none'",
  "object-src": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

/**
 * Policy of the playground's pages. Images of other sites are never part of a page: `public/remote-image.html` shows
 * them.
 * @param scriptHashes sources of the inline scripts, from `hashInlineScripts`
 * @param dev allows the scripts of Next's development mode
 */
export function pagePolicy({ scriptHashes = [], dev = false }: { scriptHashes?: string[]; dev?: boolean }): string {
  const scripts = dev ? ["'unsafe-inline'", "'unsafe-eval'"] : scriptHashes;
  return writePolicy({
    ...NOTHING,
    "script-src": ["'self'", ...scripts].join(" "),
    // KaTeX, the JSON editor and React place elements by style attributes.
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "media-src": "'self' blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": dev ? "'self' blob:" : "'self'",
    "frame-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
  });
}

/** Policy of `/shared/{id}`, which has no script. */
export const SHARED_PAGE_POLICY = writePolicy({
  ...NOTHING,
  // Besides the style sheet only attributes, such as the widths of a table's columns.
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data:",
  "font-src": "'self'",
});

/** Policy of the frame that shows one image of another site: a page without an origin, which can only load images. */
export function remoteImagePolicy(html: string): string {
  return writePolicy({
    ...NOTHING,
    "script-src": hashInlineScripts(html).join(" "),
    "style-src": "'unsafe-inline'",
    "img-src": "https:",
    "frame-ancestors": "'self'",
    sandbox: "allow-scripts",
  });
}

/**
 * Policy of the frame that shows a page which a model wrote: a page without an origin, whose scripts and styles are its
 * own, and which loads nothing.
 */
export const PREVIEW_POLICY = writePolicy({
  ...NOTHING,
  "script-src": "'unsafe-inline'",
  "style-src": "'unsafe-inline'",
  "img-src": "data: blob:",
  "font-src": "data:",
  "media-src": "data: blob:",
  "frame-ancestors": "'self'",
  sandbox: "allow-scripts",
});

/**
 * Policy of the frame that runs the code of a tool call: a page without an origin, whose workers are made of text and
 * load nothing.
 */
export const CODE_POLICY = writePolicy({
  ...NOTHING,
  "script-src": "'unsafe-inline' blob:",
  "worker-src": "blob:",
  "frame-ancestors": "'self'",
  sandbox: "allow-scripts",
});

/** Browser features that no page uses. The microphone is used: it records messages, once its user allows it. */
const UNUSED_FEATURES = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "midi",
  "payment",
  "publickey-credentials-get",
  "serial",
  "usb",
  "xr-spatial-tracking",
];

/** Headers of every page and of every file that a page loads, in addition to its policy. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": [...UNUSED_FEATURES.map((feature) => `${feature}=()`), "microphone=(self)"].join(", "),
};

/** Returns sources that allow each inline script of a page, and no other. */
export function hashInlineScripts(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  const hashes = Array.from(scripts, ([, text = ""]) => createHash("sha256").update(text).digest("base64"));
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`);
}

function writePolicy(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}
