/** The import rules, as data and as functions that name every file which breaks them. The map is lib/README.md. */
import type { SourceFile } from "./source-files.ts";

/** Folders that every room of the gateway may import. */
const BELOW_GATEWAY = [
  "lib/contract",
  "lib/canonical",
  "lib/http",
  "lib/config",
  "lib/store",
  "lib/dialects",
  "lib/dialects/*",
  "lib/upstreams",
  "lib/media",
  "lib/openapi",
  "lib/prompts",
  "lib/json-schema",
  "lib/video",
  "lib/records",
  "lib/doctor",
  "lib/evaluations",
  "lib/mcp",
];
const BELOW_LANES = [
  ...BELOW_GATEWAY,
  "lib/gateway/limits",
  "lib/gateway/request",
  "lib/gateway/bodies",
  "lib/gateway/routing",
];

/**
 * The areas that each area may import, besides itself. A dialect's area is its own folder, `lib/dialects/<dialect>`, so
 * that no dialect sees another; `lib/dialects` is the files beside them: their common interface, and the list of them,
 * which a dialect cannot import without a cycle. Each room of the gateway is an area, and so is each of its endpoints.
 */
const MAY_IMPORT: Record<string, string[]> = {
  "lib/contract": [],
  "lib/canonical": ["lib/contract"],
  "lib/http": ["lib/contract"],
  "lib/config": ["lib/contract", "lib/canonical", "lib/http"],
  "lib/workers": ["lib/http", "lib/config"],
  "lib/store": ["lib/contract", "lib/canonical", "lib/http", "lib/config", "lib/workers"],
  "lib/dialects/*": ["lib/contract", "lib/canonical", "lib/http", "lib/dialects"],
  "lib/dialects": ["lib/contract", "lib/canonical", "lib/http", "lib/dialects/*"],
  "lib/upstreams": ["lib/contract", "lib/canonical", "lib/http", "lib/config", "lib/dialects", "lib/dialects/*"],
  "lib/doctor": [
    ...["lib/contract", "lib/canonical", "lib/http", "lib/config"],
    ...["lib/dialects", "lib/dialects/*", "lib/upstreams"],
  ],
  "lib/sandbox": [
    "lib/contract",
    "lib/canonical",
    "lib/http",
    "lib/config",
    "lib/workers",
    "lib/prompts",
    "lib/json-schema",
    "lib/video",
  ],
  "lib/openapi": ["lib/contract"],
  "lib/json-schema": ["lib/contract", "lib/canonical", "lib/http", "lib/workers"],
  "lib/prompts": ["lib/contract", "lib/canonical", "lib/http"],
  "lib/video": ["lib/http", "lib/workers"],
  "lib/records": ["lib/contract", "lib/canonical", "lib/http", "lib/workers"],
  "lib/evaluations": ["lib/contract", "lib/canonical", "lib/http", "lib/dialects", "lib/workers"],
  "lib/mcp": ["lib/contract", "lib/http", "lib/config", "lib/upstreams"],
  "lib/media": ["lib/canonical", "lib/http", "lib/config", "lib/store", "lib/workers"],
  "lib/gateway/limits": [],
  "lib/gateway/request": [...BELOW_GATEWAY, "lib/gateway/limits"],
  "lib/gateway/bodies": [...BELOW_GATEWAY, "lib/gateway/limits", "lib/gateway/request"],
  "lib/gateway/routing": [...BELOW_GATEWAY, "lib/gateway/limits", "lib/gateway/request"],
  "lib/gateway/admission": [...BELOW_GATEWAY, "lib/gateway/limits", "lib/gateway/request"],
  "lib/gateway/metrics": [...BELOW_GATEWAY, "lib/gateway/limits", "lib/gateway/request", "lib/gateway/routing"],
  "lib/gateway/telemetry": [...BELOW_GATEWAY, "lib/gateway/limits", "lib/gateway/request"],
  "lib/gateway/lanes": BELOW_LANES,
  "lib/gateway/endpoints/*": [...BELOW_LANES, "lib/gateway/lanes"],
  "lib/gateway/assembly": [
    ...BELOW_LANES,
    "lib/gateway/admission",
    "lib/gateway/metrics",
    "lib/gateway/telemetry",
    "lib/gateway/lanes",
    "lib/gateway/endpoints/*",
    "lib/sandbox",
  ],
  "lib/server": [
    ...["lib/http", "lib/config", "lib/workers"],
    ...["lib/gateway/assembly", "lib/gateway/limits", "lib/gateway/request"],
  ],
  "lib/playground": ["lib/contract"],
  components: ["lib/contract", "lib/playground"],
  app: ["components", "lib/contract", "lib/playground"],
  // Pages that the browser gets as HTML and nothing else: written on the server, by what the gateway keeps.
  pages: ["app", "components", "lib/contract", "lib/playground", "lib/server"],
  "app/api": ["lib/server"],
  scripts: ["lib/*", "tests"],
  bench: ["lib/*", "scripts", "tests"],
  tests: ["*"],
};

/** Folders with one public module: a file outside imports no other file of theirs. Tests and benchmarks may. */
const PUBLIC_MODULE: Record<string, string> = {
  "lib/sandbox": "lib/sandbox/upstream.ts",
  "lib/sandbox/painter": "lib/sandbox/painter/paint.ts",
  "lib/sandbox/renderer": "lib/sandbox/renderer/render-video.ts",
};
/** Folders that only some others import: these load native code, so they belong on a worker. */
const IMPORTERS: Record<string, string[]> = {
  "lib/sandbox/drawing": ["lib/sandbox/painter", "lib/sandbox/renderer"],
};

const ENVIRONMENT_READER = "lib/config/environment.ts";
const MAY_READ_ENVIRONMENT = /^(?:scripts\/|tests\/|bench\/|(?:next|playwright|vitest)\.config\.)/;
/** The pages' core has React hooks, and the server passes other requests to Next. */
const MAY_USE_FRAMEWORK = new Set(["lib/playground", "lib/server"]);
const FRAMEWORK = /^(?:next|react|react-dom)(?:\/|$)/;

/** Folders in which a short file with one importer belongs in that importer. */
const MERGES_SHORT_FILES = /^(?:bench|scripts|lib|components)/;
/** Exceptions, each with its reason. */
const MAY_BE_SHORT = [
  // Every endpoint has one, and the table of routes imports nothing else of it.
  /^lib\/gateway\/endpoints\/[^/]+\/routes\.ts$/,
  // A page's only way into the server, which pages import by lib/server.
  /^lib\/server\/shared-page\.ts$/,
  // Boundary between the layout, which runs on the server, and what runs in the browser.
  /^components\/shell\/page-layers\.tsx$/,
  // The one place that knows which half of a trace is stored; its importer is long.
  /^lib\/playground\/trace\/save-trace\.ts$/,
  // Each model of the sandbox has a file, and so has each thing that is read in a prompt.
  /^lib\/sandbox\/(?:responses\/echo|drawing\/scene\/read-lettering)\.ts$/,
];

/** Most files in one folder of the pages' core, without its subfolders. */
const MAXIMUM_FILES = 15;
const MAXIMUM_LINES = 300;
const MINIMUM_LINES = 20;
const MAXIMUM_ROUTE_LINES = 15;

/** @returns one sentence for each breach, which names the file and the rule; none when all is well */
export function findBreaches(files: SourceFile[]): string[] {
  return [
    ...files.flatMap(listBreaches),
    ...findShortFiles(files),
    ...findFullFolders(files),
    ...findCycles(files).map((cycle) => `import cycle: ${cycle.join(" → ")}`),
  ];
}

function listBreaches(file: SourceFile): string[] {
  const breaches: string[] = [];
  const area = findArea(file.path);
  if (area === undefined) breaches.push(`${file.path} is in no known area: add it to tests/support/import-rules.ts`);
  else breaches.push(...forbiddenImports(file, area));
  if (file.lines > MAXIMUM_LINES && area !== "tests") {
    breaches.push(`${file.path} has ${file.lines} lines, more than ${MAXIMUM_LINES}`);
  }
  if (isRoute(file.path) && file.lines > MAXIMUM_ROUTE_LINES) {
    breaches.push(`${file.path} has ${file.lines} lines, more than the ${MAXIMUM_ROUTE_LINES} of a route file`);
  }
  if (file.readsEnvironment && file.path !== ENVIRONMENT_READER && !MAY_READ_ENVIRONMENT.test(file.path)) {
    breaches.push(`${file.path} reads process.env, which only ${ENVIRONMENT_READER} may`);
  }
  return breaches;
}

function forbiddenImports(file: SourceFile, area: string): string[] {
  const breaches: string[] = [];
  for (const { specifier, file: target } of file.imports) {
    if (specifier.startsWith("../../") && target?.includes("/")) {
      breaches.push(`${file.path} imports ${specifier}, more than one folder up: write #${target}`);
    }
    if (target === undefined) {
      if (FRAMEWORK.test(specifier) && area.startsWith("lib/") && !MAY_USE_FRAMEWORK.has(area)) {
        const allowed = [...MAY_USE_FRAMEWORK].join(" and ");
        breaches.push(`${file.path} imports ${specifier}: in lib only ${allowed} may use Next or React`);
      }
    } else if (findPage(target) !== undefined && findPage(file.path) !== findPage(target) && area !== "tests") {
      breaches.push(`${file.path} imports ${target}: what two pages use belongs in components or lib/playground`);
    } else if (!mayImport(area, target)) {
      breaches.push(`${file.path} imports ${target}: ${area} may import ${permitted(area)}`);
    } else if (area !== "tests" && area !== "bench") {
      breaches.push(...privateImports(file.path, target));
    }
  }
  return breaches;
}

/** Imports of a folder's insides, by the rules of `PUBLIC_MODULE` and `IMPORTERS`. */
function privateImports(path: string, target: string): string[] {
  const enters = (folder: string) => isIn(folder, target) && !isIn(folder, path);
  return [
    ...Object.entries(PUBLIC_MODULE).flatMap(([folder, module]) =>
      enters(folder) && target !== module ? [`${path} imports ${target}: of ${folder} import ${module} only`] : [],
    ),
    ...Object.entries(IMPORTERS).flatMap(([folder, importers]) =>
      enters(folder) && !importers.some((importer) => isIn(importer, path))
        ? [`${path} imports ${target}: only ${importers.join(" and ")} may import ${folder}`]
        : [],
    ),
  ];
}

function isIn(folder: string, path: string): boolean {
  return path.startsWith(`${folder}/`);
}

function mayImport(area: string, target: string): boolean {
  const targetArea = findArea(target);
  if (targetArea === area || isData(target)) return true;
  return targetArea !== undefined && getRules(area).some((pattern) => matches(targetArea, pattern));
}

function matches(area: string, pattern: string): boolean {
  return pattern.endsWith("*") ? area.startsWith(pattern.slice(0, -1)) : area === pattern;
}

function getRules(area: string): string[] {
  return MAY_IMPORT[area] ?? MAY_IMPORT[area.replace(/[^/]+$/, "*")] ?? [];
}

function permitted(area: string): string {
  return ["itself", ...getRules(area)].join(", ");
}

/** package.json, stylesheets and the like: no code, so no layer. */
function isData(target: string): boolean {
  return /\.(?:json|css)$/.test(target);
}

function isRoute(path: string): boolean {
  return /^app\/api\/.*\/route\.ts$/.test(path);
}

/** The page of the playground that a file belongs to; undefined for what all pages share. */
function findPage(path: string): string | undefined {
  return /^app\/\(playground\)\/([^_/][^/]*)\//.exec(path)?.[1];
}

/** Undefined for a file in a folder that the rules do not know. */
function findArea(path: string): string | undefined {
  const parts = path.split("/");
  const [first = "", second = ""] = parts;
  if (parts.length === 1) return "tests";
  if (first === "app") return second === "api" ? "app/api" : "app";
  if (first !== "lib") return first in MAY_IMPORT ? first : undefined;
  if (second === "dialects") return parts.length > 3 ? parts.slice(0, 3).join("/") : "lib/dialects";
  const area = second === "gateway" ? findRoom(parts.slice(2)) : `lib/${second}`;
  return area in MAY_IMPORT || area.startsWith("lib/gateway/endpoints/") ? area : undefined;
}

/** @param parts of a path in `lib/gateway` */
function findRoom([room = "", endpoint = "", ...rest]: string[]): string {
  if (room === "endpoints" && rest.length > 0) return `lib/gateway/endpoints/${endpoint}`;
  return `lib/gateway/${room === "limits.ts" ? "limits" : room}`;
}

/** Files too short to be separate from their one importer. Tests and benchmarks do not count as importers. */
function findShortFiles(files: SourceFile[]): string[] {
  const importers = new Map<string, Set<string>>();
  const loadedOnDemand = new Set<string>();
  for (const { path, imports } of files) {
    if (/^(?:tests|bench)\//.test(path)) continue;
    for (const { file, isDynamic } of imports) {
      if (file !== undefined && isDynamic) loadedOnDemand.add(file);
      if (file !== undefined) importers.set(file, (importers.get(file) ?? new Set()).add(path));
    }
  }
  return files.flatMap(({ path, lines }) => {
    const [importer, ...others] = importers.get(path) ?? [];
    if (lines >= MINIMUM_LINES || importer === undefined || others.length > 0) return [];
    if (loadedOnDemand.has(path) || findLayer(path) !== findLayer(importer)) return [];
    if (!MERGES_SHORT_FILES.test(path) || MAY_BE_SHORT.some((pattern) => pattern.test(path))) return [];
    return [`${path} has ${lines} lines and one importer, ${importer}: merge them`];
  });
}

/** Code without React lies apart from the components that use it. */
const findLayer = (path: string) => (/^(?:components|app)\/(?!.*\/_model\/)/.test(path) ? "React" : "logic");

/** Folders of the pages' core with so many files that their subjects are hard to see. */
function findFullFolders(files: SourceFile[]): string[] {
  const folders = Map.groupBy(files, ({ path }) => path.replace(/\/[^/]*$/, ""));
  return [...folders].flatMap(([folder, { length }]) =>
    folder.startsWith("lib/playground") && length > MAXIMUM_FILES
      ? [`${folder} has ${length} files, more than ${MAXIMUM_FILES}: sort them by subject`]
      : [],
  );
}

/** Each cycle once, as the paths along it, the first repeated at the end. */
function findCycles(files: SourceFile[]): string[][] {
  const importsOf = new Map(files.map((file) => [file.path, file.imports.flatMap((entry) => entry.file ?? [])]));
  const state = new Map<string, "open" | "done">();
  const cycles: string[][] = [];
  const trail: string[] = [];
  const visit = (path: string) => {
    if (state.get(path) === "done" || !importsOf.has(path)) return;
    if (state.get(path) === "open") {
      cycles.push([...trail.slice(trail.indexOf(path)), path]);
      return;
    }
    state.set(path, "open");
    trail.push(path);
    for (const target of importsOf.get(path) ?? []) visit(target);
    trail.pop();
    state.set(path, "done");
  };
  for (const file of files) visit(file.path);
  return cycles;
}
