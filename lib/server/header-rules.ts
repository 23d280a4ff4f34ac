/** The pages' headers as the rules that Next's configuration takes (`headers` in next.config.mjs). */
import { rootSegments } from "../gateway/assembly/routes.ts";
import { STRICT_TRANSPORT } from "../gateway/request/add-guard-headers.ts";
import { CODE_POLICY, PAGE_HEADERS, PREVIEW_POLICY, pagePolicy, remoteImagePolicy } from "./page-headers.ts";

type Header = { key: string; value: string };
export type HeaderRule = { source: string; has?: { type: "header"; key: string; value: string }[]; headers: Header[] };

/** Paths that the gateway does not answer: its responses have headers of their own. */
const PAGES_AND_FILES = `/((?!(?:${["api", ...rootSegments].join("|").replaceAll(".", "\\.")})(?:/|$)).*)`;

/** @param remoteImage HTML of `public/remote-image.html` */
export function listHeaders({ dev, remoteImage }: { dev: boolean; remoteImage: string }): HeaderRule[] {
  return [
    { source: PAGES_AND_FILES, headers: toList({ ...PAGE_HEADERS, "content-security-policy": pagePolicy({ dev }) }) },
    {
      source: PAGES_AND_FILES,
      has: [{ type: "header", key: "x-forwarded-proto", value: "https(?:\\s*,.*)?" }],
      headers: toList({ "strict-transport-security": STRICT_TRANSPORT }),
    },
    {
      source: "/remote-image.html",
      headers: toList({ "content-security-policy": remoteImagePolicy(remoteImage), "x-frame-options": "SAMEORIGIN" }),
    },
    {
      source: "/preview.html",
      headers: toList({ "content-security-policy": PREVIEW_POLICY, "x-frame-options": "SAMEORIGIN" }),
    },
    {
      source: "/run-code.html",
      headers: toList({ "content-security-policy": CODE_POLICY, "x-frame-options": "SAMEORIGIN" }),
    },
  ];
}

/** Returns the rule of a prerendered page: its inline scripts are allowed, and no shared cache stores it. */
export function pageRule({ path, scriptHashes }: { path: string; scriptHashes: string[] }): HeaderRule {
  return {
    source: path,
    headers: toList({
      "content-security-policy": pagePolicy({ scriptHashes }),
      "cache-control": "private, no-cache",
    }),
  };
}

const toList = (headers: Record<string, string>): Header[] =>
  Object.entries(headers).map(([key, value]) => ({ key, value }));
