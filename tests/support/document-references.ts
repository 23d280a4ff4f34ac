/** References to documents in comments and in documents, and the ones that lead nowhere. */
import { posix } from "node:path";
import {
  findAll,
  lineAt,
  listAnchors,
  listHeadings,
  listInlineCode,
  listLinks,
  numberedItemsUnder,
} from "./markdown-outline.ts";

export type Project = {
  /** Text of each source file and document, by its path from the project's root. */
  texts: ReadonlyMap<string, string>;
  /** Every path of the project, folders included. */
  paths: ReadonlySet<string>;
};

const WIRE_FORMATS = "docs/spec/wire-formats.md";
const INTERFACE = "docs/spec/gateway-interface.md";
const ARCHITECTURE = "docs/architecture.md";

/** Documents whose inline code names files of this project. Decisions are dated: what they name may be gone. */
const NAMES_FILES = /^(?:README|CONTRIBUTING|lib\/(?:[^/]+\/)*README|docs\/[^/]+)\.md$/;
/** Files that a user of the gateway writes. */
const USER_FILES = new Set(["parlance.config.json"]);

type Outlines = {
  wireSections: Set<string>;
  interfaceTitles: string[];
  architectureTitles: string[];
  laws: Set<number>;
};

/** @returns one sentence for each reference that leads nowhere, which begins with its file and line */
export function findBrokenReferences(project: Project): string[] {
  const outlines = readOutlines(project);
  return [...project.texts].flatMap(([path, text]) => {
    const broken = [...brokenSections(text, outlines), ...brokenLaws(text, outlines)];
    if (path.endsWith(".md")) {
      broken.push(...brokenLinks(path, text, project));
      if (NAMES_FILES.test(path)) broken.push(...brokenFileNames(path, text, project));
    } else broken.push(...brokenTitles(text, outlines), ...brokenDocuments(text, project));
    return broken.map(({ line, problem }) => `${path}:${line} ${problem}`);
  });
}

type Broken = { line: number; problem: string };

function readOutlines({ texts }: Project): Outlines {
  const read = (path: string) => texts.get(path) ?? "";
  return {
    wireSections: new Set(
      listHeadings(read(WIRE_FORMATS)).flatMap((title) => /^(\d+(?:\.\d+)?)\.? /.exec(title)?.[1] ?? []),
    ),
    interfaceTitles: listHeadings(read(INTERFACE)).map((title) => title.replace(/ \(.*\)$/, "").replaceAll("`", "")),
    architectureTitles: listHeadings(read(ARCHITECTURE)),
    laws: new Set(numberedItemsUnder(read(ARCHITECTURE), "Laws")),
  };
}

/** `§2.1` alone is a section of the wire formats; sections of other standards have their name before them. */
function brokenSections(text: string, { wireSections }: Outlines): Broken[] {
  return findAll(text, /(?<!(?:RFC \d+|CommonMark [\d.]+)\s)§(\d+(?:\.\d+)*)/g)
    .filter((section) => !wireSections.has(section.text))
    .map((section) => ({ line: section.line, problem: `refers to §${section.text}, which is not in ${WIRE_FORMATS}` }));
}

/** `law 7`, `laws 8 and 9`. */
function brokenLaws(text: string, { laws }: Outlines): Broken[] {
  return findAll(text, /\blaws? (\d+(?:(?:, | and | to )\d+)*)/gi).flatMap(({ text: numbers, line }) =>
    (numbers.match(/\d+/g) ?? [])
      .filter((number) => !laws.has(Number(number)))
      .map((number) => ({ line, problem: `refers to law ${number}, which is not in ${ARCHITECTURE}` })),
  );
}

/** `(spec, Error body)` and `(architecture.md, The shape)`: the title of a section follows the comma. */
function brokenTitles(text: string, { interfaceTitles, architectureTitles }: Outlines): Broken[] {
  const references: [RegExp, string[], string][] = [
    [/\(spec,(?=\s)/g, interfaceTitles, INTERFACE],
    [/\barchitecture\.md,(?=\s)/g, architectureTitles, ARCHITECTURE],
  ];
  return references.flatMap(([pattern, titles, document]) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const named = unwrapped(text.slice(match.index + match[0].length, match.index + 200));
      if (/^laws? \d/.test(named)) return [];
      if (titles.some((title) => named.startsWith(title) && !/\w/.test(named[title.length] ?? ""))) return [];
      const name = /^[^;)*]*/.exec(named)?.[0];
      return [{ line: lineAt(text, match.index), problem: `refers to "${name}", which is no section of ${document}` }];
    }),
  );
}

/** A comment's text on one line. */
function unwrapped(comment: string): string {
  return comment.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, " ").trimStart();
}

/** `docs/guide/headers.md`, and `architecture.md` with any other folder before it than `docs`. */
function brokenDocuments(text: string, { paths }: Project): Broken[] {
  return findAll(text, /((?:(?<!\/)\bdocs(?:\/[\w-]+)*\/[\w.-]+\.\w+)|(?:[\w.-]+\/)+architecture\.md)/g)
    .filter(({ text: document }) => !paths.has(document))
    .map(({ text: document, line }) => ({ line, problem: `names ${document}, which does not exist` }));
}

function brokenLinks(path: string, text: string, { texts, paths }: Project): Broken[] {
  return listLinks(text).flatMap(({ text: link, line }) => {
    if (/^[a-z][a-z+.-]*:/i.test(link)) return [];
    const [target = "", anchor] = link.split("#");
    const document = target === "" ? path : posix.join(posix.dirname(path), target).replace(/\/$/, "");
    if (!paths.has(document)) return [{ line, problem: `links to ${link}, which does not exist` }];
    if (anchor === undefined || listAnchors(texts.get(document) ?? "").has(anchor)) return [];
    return [{ line, problem: `links to ${link}, but ${document} has no such heading` }];
  });
}

function brokenFileNames(path: string, text: string, { paths }: Project): Broken[] {
  const folder = posix.dirname(path);
  return listInlineCode(text).flatMap(({ text: code, line }) =>
    code
      .split(/\s+/)
      .filter((word) => isFileName(word, { folder, paths }) && !exists(word, { folder, paths }))
      .map((word) => ({ line, problem: `names ${word}, which does not exist` })),
  );
}

type Place = { folder: string; paths: ReadonlySet<string> };

/** A word that begins with a folder of the project or of its document, or ends like a file of the project. */
function isFileName(word: string, { folder, paths }: Place): boolean {
  if (/^[/@#.]*\/|^[@#]|:|=/.test(word) || USER_FILES.has(word)) return false;
  const [first = ""] = word.split("/");
  if (word.includes("/") && (paths.has(first) || paths.has(posix.join(folder, first)))) return true;
  return /^[\w.()[\]<>*/-]+\.(?:tsx?|mjs|css|md|json)$/.test(word);
}

/** A bare file name can lie in any folder. `<name>`, `*` and `…` stand for anything in a path. */
function exists(word: string, { folder, paths }: Place): boolean {
  const name = word.replace(/\/$/, "");
  const places = [name, posix.join(folder, name)];
  if (places.some((place) => paths.has(place))) return true;
  const pattern = name
    .replaceAll(/<[^>]+>/g, "*")
    .replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/\*+|…/g, (wildcard) => (wildcard === "*" ? "[^/]*" : ".*"));
  const start = name.includes("/") ? `(?:${folder === "." ? "" : `${folder}/`})?` : "(?:.*/)?";
  const matcher = new RegExp(`^${start}${pattern}$`);
  return [...paths].some((path) => matcher.test(path));
}
