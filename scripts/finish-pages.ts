/**
 * Finishes the pages of a Next build: they paint before their scripts are loaded, and each gets a content security
 * policy with the hashes of its inline scripts, which are known once the page has been rendered.
 */
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type HeaderRule, pageRule } from "#lib/server/header-rules.ts";
import { hashInlineScripts, pagePolicy } from "#lib/server/page-headers.ts";
import { paintFirst } from "./paint-first.ts";

/** Pages that Next shows in place of another. */
const NOT_FOUND = "/_not-found";
const GLOBAL_ERROR = "/_global-error";

/** Page whose address may end in a secret (`rewrites` in next.config.mjs). */
const SECRET_PAGE = "/live";

/** A rule as Next writes it into its manifest. */
type BuiltRule = HeaderRule & { regex: string };

/**
 * @param folder of the build, such as `.next`
 * @throws Error when the build is not as this version of Next makes it
 */
export function finishPages(folder: string): void {
  const pages = join(folder, "server/app");
  const hashes = new Map<string, string[]>();
  for (const name of readdirSync(pages, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".html")) continue;
    const html = paintFirst(readFileSync(join(pages, name), "utf8"));
    replaceFile(join(pages, name), html);
    hashes.set(`/${name.replaceAll("\\", "/").replace(/(?:^|\/)index\.html$|\.html$/, "")}`, hashInlineScripts(html));
  }
  const manifestPath = join(folder, "routes-manifest.json");
  const manifest: { headers: BuiltRule[] } = JSON.parse(readFileSync(manifestPath, "utf8"));
  replaceFile(manifestPath, JSON.stringify({ ...manifest, headers: withPages(manifest.headers, hashes) }));
  writeFileSync(join(folder, "pages-finished"), "");
}

/** The rules of next.config.mjs, and one for each page. The last rule that matches sets a header. */
function withPages([common, ...others]: BuiltRule[], hashes: ReadonlyMap<string, string[]>): BuiltRule[] {
  if (!common) throw new Error("routes-manifest.json has no headers: next.config.mjs and finish-pages.ts disagree.");
  // A path that is no page gets the page that says so.
  const missing = [...(hashes.get(NOT_FOUND) ?? []), ...(hashes.get(GLOBAL_ERROR) ?? [])];
  const policy = { key: "content-security-policy", value: pagePolicy({ scriptHashes: missing }) };
  const headers = [...common.headers.filter(({ key }) => key !== policy.key), policy];
  const pages = [...hashes].filter(([path]) => path !== NOT_FOUND && path !== GLOBAL_ERROR);
  return [
    { ...common, headers },
    ...others,
    ...pages.map(([path, scriptHashes]) => {
      const hasSecret = path === SECRET_PAGE;
      return {
        ...pageRule({ path: hasSecret ? `${path}/:secret?` : path, scriptHashes }),
        regex: `^${path === "/" ? "" : path}${hasSecret ? "(?:/([^/]+?))?" : ""}(?:/)?$`,
      };
    }),
  ];
}

/** Writes the file in one step, for a server may read it meanwhile. */
function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}
